// SPDX-License-Identifier: GPL-3.0-or-later
// The trend of a profile below the table of the history.
#include "core/base/AppPaths.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/TrendChart.h"
#include "ui/frame/Appearance.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/TrendPanel.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Contrast.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace torchmason;

class HistoryTrendTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    static QVector<TrendPoint> points()
    {
        const auto minutes = [](int count) { return std::optional(Milliseconds(count * 60'000)); };
        return { { 1, false, minutes(122), 24 * gibibyte, 0 }, { 2, true },
            { 5, false, minutes(26), 20 * gibibyte, 0.87 }, { 9, false, minutes(110), 22 * gibibyte, 0 } };
    }
    // With a line of the compiling.
    static QVector<TrendPoint> compiledPoints()
    {
        QVector<TrendPoint> compiled = points();
        compiled.first().compileTime = Milliseconds(100 * 60'000);
        compiled.last().compileTime = Milliseconds(95 * 60'000);
        return compiled;
    }
    static void add(AttemptState state, const QString& profile = "Tour")
    {
        FakeAttempt attempt(AttemptStore(AppPaths::attemptsFolder()), profile, 5);
        attempt.record().request.profileId = profile;
        attempt.end(state, 10);
    }
    static void addBuild(AttemptState state, const QString& folder, const QString& archs, int base = 0,
        const QString& attempts = AppPaths::attemptsFolder())
    {
        FakeAttempt attempt(AttemptStore(attempts), "Tour", 5);
        BuildRequest& request = attempt.record().request;
        request.buildFolder = folder;
        request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", archs, {} });
        if (base > 0)
            request.continuesAttempt = base;
        QVERIFY(writeJsonFile(AttemptFiles::request(attempt.folder()), toJson(request)));
        attempt.record().edgesDone = attempt.record().edgesTotal = 10;
        attempt.startStage("compile");
        const bool isGood = state == AttemptState::Succeeded;
        attempt.endStage("compile", isGood ? StageState::Succeeded : StageState::Failed, 5);
        attempt.end(state, 60);
    }
    static int current(const HistoryPage& page)
    {
        return findIn<QTableView>(page, "historyTable")
            ->currentIndex()
            .siblingAtColumn(HistoryModel::Number)
            .data()
            .toInt();
    }

private slots:
    void init() { m_home = freshHome(); }

    void itIsToldInWords()
    {
        const QString text = trendText(points());
        QVERIFY2(text.startsWith("3 succeeded (1 with a cache), 1 failed."), qPrintable(text));
        QVERIFY2(text.contains("first 2 h 2 min, 24.0 GB (attempt 1), last 1 h 50 min, 22.0 GB (attempt 9)"),
            qPrintable(text));
        QVector<TrendPoint> compiled = points();
        compiled.last().compileTime = Milliseconds(95 * 60'000);
        QVERIFY(trendText(compiled).contains("last 1 h 50 min (compile 1 h 35 min), 22.0 GB"));
        QVector<TrendPoint> continued = points(); // its time is that of both
        continued.last().first = 7;
        QVERIFY(trendText(continued).contains("last 1 h 50 min, 22.0 GB (attempt 9, begun in 7)"));
        QVector<TrendPoint> onTop = points();
        onTop.last().isOnTop = true;
        QVERIFY(trendText(onTop).startsWith(
            "3 succeeded (1 with a cache, 1 on top of an earlier build), 1 failed."));
        QVERIFY(!trendText(onTop).contains("first"));
        QVector<TrendPoint> unmeasured = points();
        unmeasured.first().peakMemory.reset();
        unmeasured.last().peakMemory.reset();
        QVERIFY2(trendText(unmeasured).contains("first 2 h 2 min (attempt 1), last 1 h 50 min (attempt 9)."),
            qPrintable(trendText(unmeasured)));
        unmeasured.last().time.reset();
        QVERIFY(!trendText(unmeasured).contains("first"));
        // Those with a cache alone say nothing about an improvement.
        QVERIFY(!trendText(points().mid(1, 2)).contains("first"));
    }

    void keysGoFromAttemptToAttempt()
    {
        TrendChart chart;
        QSignalSpy picked(&chart, &TrendChart::picked);
        chart.resize(600, 160);
        chart.show();
        chart.showPoints(points(), 9);
        const auto told = [&chart] { return chart.accessibleDescription(); };
        QVERIFY(told().startsWith("attempt 9: 1 h 50 min, 22.0 GB"));
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(picked.size(), 0); // it is selected already
        QTest::keyClick(&chart, Qt::Key_Left);
        QVERIFY2(told().startsWith("attempt 5: 26 min, 20.0 GB, 87 % from a cache"), qPrintable(told()));
        QStringList values;
        for (const ChartLegend* legend : chart.findChildren<ChartLegend*>()) {
            QCOMPARE(legend->entries().size(), 1);
            QVERIFY(legend->entries().first().isRing); // as it is drawn
            values << legend->entries().first().value;
        }
        QCOMPARE(values, QStringList({ "26 min, cached", "20.0 GB" }));
        QTest::keyClick(&chart, Qt::Key_Left);
        chart.showPoints(points(), 9); // read again meanwhile
        QVERIFY(told().startsWith("attempt 2: failed"));
        QTest::keyClick(&chart, Qt::Key_Home);
        QTest::keyClick(&chart, Qt::Key_Left);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked.first().first().toInt(), 1);
        QVector<TrendPoint> continued = points();
        continued.last().first = 7;
        continued.last().ownTime = Milliseconds(12 * 60'000);
        chart.showPoints(continued, 9);
        QVERIFY2(told().startsWith("attempt 9, begun in 7: 1 h 50 min, 12 min in this attempt, 22.0 GB"),
            qPrintable(told()));
        chart.showPoints({}, 0);
        for (const Qt::Key key : { Qt::Key_Left, Qt::Key_End, Qt::Key_Return })
            QTest::keyClick(&chart, key);
        QCOMPARE(picked.size(), 1);
        chart.showPoints(points(), 77); // not among them
        QTest::keyClick(&chart, Qt::Key_Left);
        QVERIFY(told().startsWith("attempt 9"));
    }

    // What has no room in the legend is in its tip.
    void theLegendGivesWayBeforeTheCurves()
    {
        TrendChart chart;
        chart.showPoints(compiledPoints(), 9);
        const auto* legend = chart.findChild<ChartLegend*>();
        const auto* curves = chart.findChild<ChartWidget*>();
        const int line = chart.fontMetrics().height();
        chart.resize(2 * (legend->fontMetrics().horizontalAdvance("attempt 9: 1 h 50 min Whole time") + 60),
            14 * line);
        chart.show();
        QTRY_COMPARE_GT(legend->lines(), 1);
        chart.resize(chart.width(), chart.minimumSizeHint().height());
        QTRY_COMPARE(legend->lines(), 1);
        QTRY_COMPARE_GE(curves->height(), 5 * line);
        QVERIFY2(legend->toolTip().contains("compiling 1 h 35 min"), qPrintable(legend->toolTip()));
    }

    // A fine line, too; that of whole builds is not taken for that of the compiling.
    void itsLinesAreSeen()
    {
        for (const QPalette& palette : { lightPalette(), darkPalette() }) {
            TrendChart chart;
            chart.setPalette(palette);
            chart.resize(600, 200);
            chart.show();
            chart.showPoints(compiledPoints(), 9);
            const QVector<ChartLegend::Entry> entries = chart.findChild<ChartLegend*>()->entries();
            QCOMPARE(entries.last().line, Qt::DashLine);
            QVERIFY(contrastRatio(entries.last().colour, palette.color(QPalette::Base)) >= 3);
            QVERIFY(entries.last().colour != entries.first().colour);
        }
    }

    void aPointSelectsItsAttempt()
    {
        for (const AttemptState state :
            { AttemptState::Succeeded, AttemptState::Failed, AttemptState::Succeeded })
            add(state);
        HistoryPage page;
        page.resize(1000, 700);
        page.show();
        auto* table = findIn<QTableView>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        auto* chart = findIn<TrendChart>(page, "historyTrendChart");
        QVERIFY(!chart->isVisible()); // folded at first
        QTest::mouseClick(findIn<QToolButton>(page, "historyTrendToggle"), Qt::LeftButton);
        QVERIFY(chart->isVisible());
        const auto* whose = findIn<QLabel>(page, "historyTrendSummary");
        QVERIFY(whose->isVisible());
        QCOMPARE(whose->text(), "Tour");
        QCOMPARE(current(page), 3);
        QTest::keyClick(chart, Qt::Key_Home);
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(current(page), 1);
        // Also one that the filters hide.
        auto* outcome = findIn<QComboBox>(page, "historyOutcome");
        outcome->setCurrentIndex(outcome->findText("Succeeded"));
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(current(page), 2);
        QCOMPARE(outcome->currentIndex(), 0);
        HistoryPage again;
        QVERIFY(findIn<CollapsibleSection>(again, "historyTrend")->isOpen());
    }

    // The list knows no options.
    void aBuildOfOtherOptionsBeginsAnew()
    {
        addBuild(AttemptState::Failed, "/b", "8.9");
        addBuild(AttemptState::Succeeded, "/b", "12.0", 1);
        addBuild(AttemptState::Succeeded, "/c", "12.0");
        HistoryPage page;
        page.show();
        const auto* summary = findIn<QLabel>(page, "historyTrendSummary");
        QTRY_VERIFY(summary->text().contains("2 succeeded, 1 failed"));
        QTRY_VERIFY(summary->text().contains("(attempt 2)"));
        QVERIFY(!summary->text().contains("begun in"));
        addBuild(AttemptState::Succeeded, "/d", "12.0");
        page.refresh();
        QTRY_VERIFY(summary->text().contains("3 succeeded"));
        QVERIFY(summary->text().contains("(attempt 2)")); // it is known now
    }

    // With another folder in the settings.
    void attemptsOfAnotherFolderAreReadAnew()
    {
        const QString elsewhere = m_home->filePath("elsewhere");
        const std::pair<QString, QString> folders[]
            = { { AppPaths::attemptsFolder(), "12.0" }, { elsewhere, "8.9" } };
        for (const auto& [attempts, archs] : folders) {
            addBuild(AttemptState::Failed, "/b", "8.9", 0, attempts);
            addBuild(AttemptState::Succeeded, "/b", archs, 1, attempts);
            addBuild(AttemptState::Succeeded, "/c", archs, 0, attempts);
        }
        TrendPanel panel;
        const QSignalSpy changes(&panel, &TrendPanel::changed);
        const auto told = [&panel](const QString& folder) {
            const QVector<AttemptSummary> attempts = AttemptStore(folder).outlines();
            panel.forget();
            panel.showTrendOf(&attempts.first(), attempts);
            return findIn<QLabel>(panel, "historyTrendSummary")->text();
        };
        told(AppPaths::attemptsFolder());
        QTRY_COMPARE(changes.size(), 1);
        QVERIFY(!told(AppPaths::attemptsFolder()).contains("begun in"));
        told(elsewhere);
        QTRY_COMPARE(changes.size(), 2);
        const QString there = told(elsewhere);
        QVERIFY2(there.contains("attempt 2, begun in 1"), qPrintable(there));
    }

    // The list has the room of a trend that is not there.
    void buttonsStayFromOneAttemptToTheNext()
    {
        add(AttemptState::Failed, "None");
        add(AttemptState::Succeeded);
        add(AttemptState::Succeeded);
        HistoryPage page;
        page.resize(1000, 900);
        page.show();
        auto* table = findIn<QTableView>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QTest::mouseClick(findIn<QToolButton>(page, "historyTrendToggle"), Qt::LeftButton);
        const auto places = [&page] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QVector<QPoint> found;
            for (const char* name : { "historyCompare", "historyDelete" })
                found << page.findChild<QWidget*>(name)->mapTo(&page, QPoint());
            return found;
        };
        table->selectRow(0);
        QVERIFY(findIn<TrendChart>(page, "historyTrendChart")->isVisible());
        const QVector<QPoint> before = places();
        const int listed = table->height();
        table->selectRow(2);
        const auto* words = findIn<QLabel>(page, "historyNoTrend");
        QVERIFY(words->isVisible());
        QTRY_COMPARE(places(), before);
        QTRY_COMPARE_GT(table->height(), listed);
        QCOMPARE_LT(words->height(), 2 * words->fontMetrics().lineSpacing());
    }

    // The newest figures stand at its end.
    void theFoldedTrendIsWhole()
    {
        for (int i = 0; i < 3; ++i)
            add(AttemptState::Succeeded, QString("A long name ").repeated(6));
        HistoryPage page;
        page.resize(700, 700);
        page.show();
        QTRY_COMPARE(findIn<QTableView>(page, "historyTable")->model()->rowCount(), 3);
        const auto* summary = findIn<QLabel>(page, "historyTrendSummary");
        QTRY_VERIFY(summary->isVisible() && summary->text().contains("3 succeeded"));
        QVERIFY(summary->fontMetrics().horizontalAdvance(summary->text()) > summary->width());
        QTRY_VERIFY(summary->height() >= summary->heightForWidth(summary->width()));
        QVERIFY(summary->height() >= 2 * summary->fontMetrics().height());
    }

    void onlyTheShapesThatAreDrawnAreNamed()
    {
        add(AttemptState::Succeeded);
        add(AttemptState::Succeeded);
        const auto told = [] {
            TrendPanel panel;
            const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).outlines();
            panel.showTrendOf(&attempts.first(), attempts);
            return findIn<QLabel>(panel, "historyTrendShapes")->text();
        };
        QVERIFY2(!told().contains("Cross: failed"), qPrintable(told()));
        QVERIFY2(!told().contains("Dashed line"), qPrintable(told()));
        add(AttemptState::Failed);
        QVERIFY2(told().contains("Cross: failed. All are builds"), qPrintable(told()));
    }

    // A line has two ends.
    void theLegendNamesNoLineThatIsNotDrawn()
    {
        TrendChart chart;
        const auto namesOf = [&chart](const QVector<TrendPoint>& shown, int selected) {
            chart.showPoints(shown, selected);
            QStringList names;
            for (const ChartLegend::Entry& entry : chart.findChild<ChartLegend*>()->entries())
                names << entry.name;
            return names;
        };
        QVector<TrendPoint> compiled = compiledPoints();
        compiled[2].compileTime = Milliseconds(20 * 60'000);
        QVERIFY(drawsCompiling(compiled));
        QCOMPARE(namesOf(compiled, 9).last(), "compiling");
        QCOMPARE(namesOf(compiled, 5), QStringList("attempt 5:")); // with a cache: not on the line
        compiled.first().compileTime.reset();
        QVERIFY(!drawsCompiling(compiled));
        QCOMPARE(namesOf(compiled, 9), QStringList("attempt 9:"));
    }

    // Nor does its row go: the list would jump.
    void withoutAnAttemptItSaysWhatWillBeThere()
    {
        TrendPanel panel;
        panel.showTrendOf(nullptr, {});
        QCOMPARE(findIn<QLabel>(panel, "historyNoTrend")->text(),
            "The builds of the selected attempt's profile will be here.");
    }

    void aLogHasNoTrend()
    {
        FakeAttempt log(AttemptStore(AppPaths::attemptsFolder()), "Log", 3);
        log.record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
        log.end(AttemptState::Failed, 3);
        HistoryPage page;
        page.show();
        QTRY_COMPARE(findIn<QTableView>(page, "historyTable")->model()->rowCount(), 1);
        QTRY_COMPARE(current(page), 1);
        QVERIFY(findIn<QWidget>(page, "historyTrendPanel")->isVisible());
        QVERIFY(findIn<QLabel>(page, "historyNoTrend")->text().startsWith("A log from elsewhere"));
    }

    void fewerThanTwoAreNoTrend()
    {
        add(AttemptState::Failed, "<b>None</b>");
        add(AttemptState::Succeeded, "One");
        HistoryPage page;
        page.show();
        auto* table = findIn<QTableView>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTest::mouseClick(findIn<QToolButton>(page, "historyTrendToggle"), Qt::LeftButton);
        const auto* words = findIn<QLabel>(page, "historyNoTrend");
        QVERIFY(words->isVisible() && !findIn<TrendChart>(page, "historyTrendChart")->isVisible());
        QVERIFY2(words->text().startsWith("One build of \"One\" has succeeded"), qPrintable(words->text()));
        table->selectRow(1);
        QVERIFY2(words->text().startsWith("No build of \"<b>None</b>\""), qPrintable(words->text()));
        QCOMPARE(words->textFormat(), Qt::PlainText);
    }
};

QTEST_MAIN(HistoryTrendTest)
#include "HistoryTrendTest.moc"
