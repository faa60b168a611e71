// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagFilter.h"
#include "tests/support/Rows.h"
#include "tests/ui/pages/FlagModelHarness.h"
#include "ui/text/FlagText.h"

using namespace torchmason;

// Which flags are shown, and which of them is found first.
class FlagFilterTest : public QObject, private FlagModelHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void favouritesAreKept();
    void groupsHaveTitles();
    void ranks_data();
    void ranks();
    void bestHitsComeFirst_data();
    void bestHitsComeFirst();
};

void FlagFilterTest::favouritesAreKept()
{
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::Favourites);
    QCOMPARE(filter.shownFlags(), 0);
    m_model->setFavourite(value("USE_CUDA"), true);
    QCOMPARE(filter.shownFlags(), 1);
    FlagModel later(*m_draft, std::move(OptionCatalogue::load()).value());
    QVERIFY(later.indexOf("USE_CUDA").data(FlagModel::FavouriteRole).toBool());
    later.setFavourite(later.indexOf("USE_CUDA"), false);
    FlagModel last(*m_draft, std::move(OptionCatalogue::load()).value());
    QVERIFY(!last.indexOf("USE_CUDA").data(FlagModel::FavouriteRole).toBool());
}

void FlagFilterTest::groupsHaveTitles()
{
    QCOMPARE(flagGroupTitle("math"), "Mathematics libraries");
    QCOMPARE(flagGroupTitle("math-libs"), "Math libs"); // as it is written
}

void FlagFilterTest::ranks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rank");
    const auto row = [](const char* title, const char* text, FlagRank rank) {
        newRow(title, QString::fromLatin1(text), int(rank));
    };
    row("whole name", "use_mkldnn", FlagRank::Exact);
    row("whole name with a blank", "Use mkldnn", FlagRank::Exact);
    row("as people say it", "mkldnn", FlagRank::Switch);
    row("beginning", "use_mk", FlagRank::NameBegin);
    row("a part's beginning", "mkld", FlagRank::NameWord);
    row("inside a part", "kldn", FlagRank::Name);
    row("parts in another order", "mkldnn use", FlagRank::NameWord);
    row("parts of a part", "mkl dnn", FlagRank::Name);
    row("with an underscore elsewhere", "dnn_mkl", FlagRank::Name);
    row("with one behind it", "mkldnn_", FlagRank::Switch);
    row("in the meaning", "matrices", FlagRank::Description);
    row("what people call it", "onednn", FlagRank::Alias);
    row("its value", "off", FlagRank::Value);
    row("two words, the worst counts", "mkldnn matrices", FlagRank::Description);
    row("one of two is nowhere", "mkldnn melons", FlagRank::None);
    row("nowhere", "melons", FlagRank::None);
}

void FlagFilterTest::ranks()
{
    const FlagTexts flag { "USE_MKLDNN", "Multiplies matrices.", { "oneDNN" }, "OFF" };
    QFETCH(QString, text);
    QTEST(int(rankOf(flag, text)), "rank");
}

void FlagFilterTest::bestHitsComeFirst_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    newRow("a short name among longer ones", "debug", "DEBUG");
    newRow("one of a later group", "use_numpy", "USE_NUMPY");
    newRow("by what it is called", "onednn", "USE_MKLDNN");
    newRow("as people say it", "cuda", "USE_CUDA");
    newRow("by the value", "/opt/cuda", "CUDA_HOME");
}

void FlagFilterTest::bestHitsComeFirst()
{
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::All);
    const QString before = filter.best().data().toString();
    QFETCH(QString, text);
    filter.setText(text);
    QTEST(filter.best().data().toString(), "name");
    filter.setText({});
    QCOMPARE(filter.best().data().toString(), before);
}

QTEST_MAIN(FlagFilterTest)
#include "FlagFilterTest.moc"
