// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/OptionCatalogue.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/Sample.h"
#include "tests/support/TestFiles.h"

using namespace torchmason;

// What the tour promises: each failure that it can plant is named, and the fix that stands first mends it.
class TourTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void theTableNamesEachFailure();
    void theFirstFixMends_data();
    void theFirstFixMends();
    void whatTheFolderKeepsIsTold();

private:
    // As the sample project itself lists them, so that none is forgotten here.
    static QStringList values()
    {
        static const QRegularExpression list(QStringLiteral("TOUR_FAILURE PROPERTY STRINGS ([\\w ]+)\\)"));
        const QByteArray project
            = contentOf(QStringLiteral(TORCHMASON_SOURCE "/resources/tour/project/CMakeLists.txt"));
        return list.match(QString::fromUtf8(project)).captured(1).split(u' ', Qt::SkipEmptyParts);
    }
};

void TourTest::theTableNamesEachFailure()
{
    const auto catalogue = OptionCatalogue::load();
    QVERIFY(catalogue);
    const OptionInfo* option = catalogue->option(QStringLiteral("TOUR_FAILURE"));
    QVERIFY(option);
    QCOMPARE(option->choices, values());
}

void TourTest::theFirstFixMends_data()
{
    QTest::addColumn<QString>("failure");
    QStringList failures = values();
    QVERIFY(failures.removeOne(QStringLiteral("none")));
    QVERIFY(failures.size() >= 3);
    if (isSample)
        failures.removeOne(QStringLiteral("unresolved")); // CliBuildTest mends it
    for (const QString& failure : std::as_const(failures))
        QTest::newRow(qPrintable(failure)) << failure;
}

void TourTest::theFirstFixMends()
{
    QFETCH(QString, failure);
    const Answer failed = ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small",
        "-DTOUR_FAILURE=" + failure, "--target", "brick_graph", "--clean" });
    QVERIFY2(
        failed.code == 1 && failed.output.contains("Cause: "), (failed.output + failed.trouble).constData());
    const QString number = QString::number(AskedCli::number(failed));
    const Json shown = json({ "attempts", "show", number, "--json" });
    QVERIFY2(!shown["findings"].empty() && shown["findings"][0]["root"] == true
            && !shown["findings"][0]["fixes"].empty(),
        shown.dump(1).c_str());
    const Json& fix = shown["findings"][0]["fixes"][0];
    QVERIFY2(!fix.value("changes", Json::array()).empty(), shown["findings"][0].dump(1).c_str());
    QVERIFY2(failed.output.contains(
                 "attempts retry " + number.toUtf8() + " --apply " + fix["id"].get<std::string>().c_str()),
        failed.output.constData());
    const Answer mended = ask(
        { "attempts", "retry", number, "--apply", QString::fromStdString(fix["id"].get<std::string>()) });
    QVERIFY2(mended.code == 0, (mended.output + mended.trouble).constData());
}

// The second attempt asks for nothing: what the first one set stays in CMake's cache.
void TourTest::whatTheFolderKeepsIsTold()
{
    const Answer set = ask({ "build", "--profile", "tour", "-DUSE_DISTRIBUTED=OFF", "-DTOUR_SIZE=small",
        "-DFOO_BAR=7", "--until", "configure", "--clean" });
    QVERIFY2(set.code == 0, (set.output + set.trouble).constData());
    const QByteArray before = ask({ "check", "--profile", "tour" }).output.simplified();
    for (const char* value : { "USE_DISTRIBUTED=OFF", "TOUR_SIZE=small", "FOO_BAR=7", "-U TOUR_SIZE" })
        QVERIFY2(before.contains(value), before.constData());
    const Answer kept = ask({ "build", "--profile", "tour", "--until", "configure" });
    QVERIFY2(kept.code == 0, (kept.output + kept.trouble).constData());
    const auto how = [this](const Answer& attempt) {
        return ask({ "attempts", "show", QString::number(number(attempt)) }).output;
    };
    const QByteArray told = how(kept);
    QVERIFY2(told.contains("USE_DISTRIBUTED") && told.contains("(build folder"), told.constData());
    QVERIFY2(told.contains("TOUR_SIZE") && told.contains("FOO_BAR"), told.constData());
    QVERIFY2(!how(set).contains("(build folder"), how(set).constData());
    const Answer taken = ask({ "build", "--profile", "tour", "--until", "configure", "-U", "TOUR_SIZE", "-U",
        "FOO_BAR", "-DUSE_DISTRIBUTED=ON" });
    QVERIFY2(taken.code == 0, (taken.output + taken.trouble).constData());
    const QByteArray after = ask({ "check", "--profile", "tour" }).output;
    QVERIFY2(!after.contains("TOUR_SIZE=small") && !after.contains("FOO_BAR"), after.constData());
}

QTEST_GUILESS_MAIN(TourTest)
#include "TourTest.moc"
