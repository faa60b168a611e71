// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ArchList.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QSet>
#include <QTest>

using namespace torchmason;

class KnowledgeTest : public QObject {
    Q_OBJECT

private slots:
    void optionsAreComplete();
    void cardsReferToArchitectures();
    void cardsAreFoundByDriverNames_data();
    void cardsAreFoundByDriverNames();
    void toolkitsKnowTheirArchitectures_data();
    void toolkitsKnowTheirArchitectures();
    void releasesAreFound_data();
    void releasesAreFound();
    void versionsCompareAsNumbers_data();
    void versionsCompareAsNumbers();
    void archListsAreRead_data();
    void archListsAreRead();
    void coverage_data();
    void coverage();
};

void KnowledgeTest::optionsAreComplete()
{
    const auto catalogue = OptionCatalogue::load();
    QVERIFY2(catalogue.ok(), catalogue ? "" : qPrintable(catalogue.error().message));
    QVERIFY(catalogue->options().size() >= 236);
    QSet<QString> names;
    int basic = 0;
    for (const OptionInfo& option : catalogue->options()) {
        QVERIFY2(!names.contains(option.name), qPrintable(option.name));
        names.insert(option.name);
        QVERIFY2(!option.description.isEmpty(), qPrintable(option.name));
        basic += option.basic;
    }
    QVERIFY(basic >= 55 && basic <= 80);
    QCOMPARE(OptionCatalogue::defaultFor(*catalogue->option(QStringLiteral("USE_NCCL")), Platform::Windows),
        QStringLiteral("OFF"));
    QVERIFY(!catalogue->option(QStringLiteral("USE_NCLL")));
}

void KnowledgeTest::cardsReferToArchitectures()
{
    const auto gpus = GpuCatalogue::load();
    const auto cuda = CudaCatalogue::load();
    QVERIFY(gpus.ok() && cuda.ok());
    QVERIFY(gpus->products().size() > 300);
    for (auto product = gpus->products().begin(); product != gpus->products().end(); ++product)
        QVERIFY2(gpus->architecture(product.value()), qPrintable(product.key()));
    for (const GpuArchitecture& architecture : gpus->architectures()) {
        if (!architecture.cudaMaximum.isEmpty())
            QVERIFY2(cuda->toolkit(architecture.cudaMaximum)->capabilities.contains(architecture.capability),
                qPrintable(architecture.capability));
    }
}

void KnowledgeTest::cardsAreFoundByDriverNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("capability");
    QTest::newRow("RTX 5070") << "NVIDIA GeForce RTX 5070"
                              << "12.0";
    QTest::newRow("K40c") << "Tesla K40c"
                          << "3.5";
    QTest::newRow("A100 with form factor") << "NVIDIA A100-SXM4-80GB"
                                           << "8.0";
    QTest::newRow("several chips under one name") << "GeForce GT 730"
                                                  << "";
    QTest::newRow("not a card") << "Matrox Millennium"
                                << "";
    QTest::newRow("nothing") << ""
                             << "";
}

void KnowledgeTest::cardsAreFoundByDriverNames()
{
    QFETCH(QString, name);
    QTEST(GpuCatalogue::load()->computeCapability(name), "capability");
}

void KnowledgeTest::toolkitsKnowTheirArchitectures_data()
{
    QTest::addColumn<QString>("toolkit");
    QTest::addColumn<QString>("capability");
    QTest::addColumn<bool>("compiles");
    QTest::newRow("12.4 and Blackwell") << "12.4.131"
                                        << "12.0" << false;
    QTest::newRow("12.8 and Blackwell") << "12.8.93"
                                        << "12.0" << true;
    QTest::newRow("11.4 and Kepler") << "11.4.152"
                                     << "3.5" << true;
    QTest::newRow("12.0 and Kepler") << "12.0.1"
                                     << "3.5" << false;
    QTest::newRow("13.0 and Volta") << "13.0.88"
                                    << "7.0" << false;
}

void KnowledgeTest::toolkitsKnowTheirArchitectures()
{
    QFETCH(QString, toolkit);
    QFETCH(QString, capability);
    const auto catalogue = CudaCatalogue::load();
    QVERIFY(catalogue->toolkit(toolkit));
    QTEST(catalogue->toolkit(toolkit)->capabilities.contains(capability), "compiles");
    QVERIFY(!catalogue->toolkit(QStringLiteral("12.7"))); // never published
}

void KnowledgeTest::releasesAreFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("tag") << "v2.8.0"
                         << "2.8";
    QTest::newRow("Debian") << "2.6.0+dfsg"
                            << "2.6";
    QTest::newRow("two digits") << "2.10.1"
                                << "2.10";
    QTest::newRow("branch") << "main"
                            << "";
    QTest::newRow("too old") << "1.4.0"
                             << "";
}

void KnowledgeTest::releasesAreFound()
{
    QFETCH(QString, text);
    const auto catalogue = ReleaseCatalogue::load();
    const TorchRelease* release = catalogue->release(text);
    QTEST(release ? release->version : QString(), "version");
}

void KnowledgeTest::versionsCompareAsNumbers_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<int>("sign");
    QTest::newRow("2.10 is newer than 2.9") << "2.10"
                                            << "2.9" << 1;
    QTest::newRow("missing parts are zero") << "3.27"
                                            << "3.27.0" << 0;
    QTest::newRow("driver") << "470.256.02"
                            << "525.60.13" << -1;
    QTest::newRow("suffix does not count") << "3.13t"
                                           << "3.13" << 0;
    QTest::newRow("no number") << "abc"
                               << "0.1" << -1;
}

void KnowledgeTest::versionsCompareAsNumbers()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    const int compared = compareVersions(left, right);
    QTEST((compared > 0) - (compared < 0), "sign");
    QVERIFY(!isAbove(QStringLiteral("12.4.131"), QStringLiteral("12.4")));
    QVERIFY(isAbove(QStringLiteral("12.5"), QStringLiteral("12.4")));
}

void KnowledgeTest::archListsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("capabilities");
    QTest::addColumn<QString>("unknown");
    QTest::newRow("one") << "12.0" << QStringList { "12.0" } << "";
    QTest::newRow("spaces and semicolons") << "7.5;8.0 9.0+PTX" << QStringList { "7.5", "8.0", "9.0" } << "";
    QTest::newRow("name") << "Ampere" << QStringList { "8.0", "8.6" } << "";
    QTest::newRow("left to CMake") << "Auto" << QStringList {} << "";
    QTest::newRow("sm number") << "sm_120" << QStringList {} << "sm_120";
    QTest::newRow("empty") << "" << QStringList {} << "";
}

void KnowledgeTest::archListsAreRead()
{
    QFETCH(QString, text);
    const ArchList list = parseArchList(text);
    QStringList capabilities;
    for (const ArchEntry& entry : list.entries)
        capabilities << entry.capability;
    QTEST(capabilities, "capabilities");
    QTEST(list.unknown, "unknown");
}

void KnowledgeTest::coverage_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("card");
    QTest::addColumn<int>("expected");
    QTest::newRow("same") << "12.0"
                          << "12.0" << int(ArchCoverage::Native);
    QTest::newRow("8.6 code runs on Ada") << "8.6"
                                          << "8.9" << int(ArchCoverage::Native);
    QTest::newRow("8.9 code does not run on Blackwell") << "8.9"
                                                        << "12.0" << int(ArchCoverage::None);
    QTest::newRow("PTX reaches newer cards") << "9.0+PTX"
                                             << "12.0" << int(ArchCoverage::Ptx);
    QTest::newRow("PTX does not reach older cards") << "9.0+PTX"
                                                    << "8.0" << int(ArchCoverage::None);
    QTest::newRow("8.6 code does not run on 8.0") << "8.6"
                                                  << "8.0" << int(ArchCoverage::None);
    QTest::newRow("9.0a is for 9.0 only") << "9.0a"
                                          << "9.0" << int(ArchCoverage::Native);
}

void KnowledgeTest::coverage()
{
    QFETCH(QString, list);
    QFETCH(QString, card);
    QTEST(int(coverageOf(parseArchList(list).entries, card)), "expected");
}

QTEST_GUILESS_MAIN(KnowledgeTest)
#include "KnowledgeTest.moc"
