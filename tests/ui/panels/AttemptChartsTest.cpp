// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of an attempt, and what they are made of.
#include "tests/ui/panels/OneAttempt.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/SampleSeries.h"
#include "ui/models/Settings.h"
#include "ui/panels/AttemptView.h"

#include <QDateTime>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>

using namespace torchmason;

class AttemptChartsTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    void openWithoutCharts(AttemptView& view, const QString& said)
    {
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        for (const char* name : { "memoryChart", "coresChart", "stepsChart" })
            QTRY_COMPARE(findIn<TimedChart>(view, QLatin1String(name))->accessibleDescription(), said);
    }

private slots:
    void init() { makeAttempt(); }

    // An imported log, or an attempt of an early version.
    void anAttemptWithoutSamplesHasNoCharts()
    {
        settings()->setValue(QStringLiteral("attempt/chartsOfEnded"), true); // they were open before
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        AttemptView view;
        openWithoutCharts(view, "Nothing was recorded");
        QTRY_VERIFY(!findIn<QSplitter>(view, "attemptCharts")->isVisible());
        QVERIFY(!findIn<QToolButton>(view, "attemptChartsToggle")->isVisible());
        for (const char* name : { "vitalsPeak", "vitalsMemory", "vitalsCpu", "vitalsIo", "vitalsDisk" })
            QVERIFY2(findIn<QLabel>(view, QLatin1String(name))->isHidden(), name); // no dashes
        const auto* columns = findIn<QSplitter>(view, "attemptColumns");
        QCOMPARE_GE(columns->handleWidth(), 8); // its dots do not touch a heading
        const auto* log = view.findChild<LogPanel*>();
        QTRY_COMPARE(log->mapTo(columns, QPoint()).y(), 0); // and no line for them
    }

    void aLogFromElsewhereSaysThatItHasNoCharts()
    {
        m_attempt->startStage("compile");
        m_attempt->record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        openWithoutCharts(view, "Nothing was recorded");
        QTRY_VERIFY(findIn<QLabel>(view, "attemptUnmeasured")->isVisible());
        QVERIFY(!findIn<QToolButton>(view, "attemptChartsToggle")->isVisible());
        const auto* stages = findIn<QTreeWidget>(view, "stageList");
        QTRY_VERIFY(!stages->findItems("–", Qt::MatchExactly, 1).isEmpty());
    }

    // From the first step that fails on: not there, gone and there again.
    void whatIsChosenForFailedOnesHoldsWhileItFails()
    {
        settings()->setValue(QStringLiteral("attempt/charts"), false);
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), true);
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(view.isRead() && !charts->isVisible());
        EdgeRecord bad;
        bad.output = "b.o";
        bad.end = 4000;
        bad.failed = true;
        m_attempt->add(bad);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        QTRY_VERIFY(findIn<QWidget>(view, "findingCard")->isVisible());
        QTRY_VERIFY(charts->isVisible());
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->end(AttemptState::Failed, 25);
        QTRY_VERIFY(!view.isLive());
        QVERIFY(charts->isVisible());
    }

    void aStepThatFailsFoldsTheCharts_data()
    {
        QTest::addColumn<bool>("before");
        QTest::newRow("they come") << false;
        QTest::newRow("they go") << true;
    }
    // The step alone does it: findings come later.
    void aStepThatFailsFoldsTheCharts()
    {
        QFETCH(bool, before);
        settings()->setValue(QStringLiteral("attempt/charts"), before);
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), !before);
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(view.isRead() && charts->isVisible() == before);
        QTest::qWait(50); // all is laid out, which folds them, too
        EdgeRecord bad;
        bad.output = "b.o";
        bad.end = 4000;
        bad.failed = true;
        m_attempt->add(bad);
        QTRY_COMPARE(charts->isVisible(), !before);
        QVERIFY(view.isLive() && !findIn<QWidget>(view, "findingCard")->isVisible());
        const auto* stages = findIn<QTreeWidget>(view, "stageList");
        const auto isTold = [stages] {
            for (int row = 0; row < stages->topLevelItemCount(); ++row) {
                const QString spoken = stages->topLevelItem(row)->data(0, Qt::AccessibleTextRole).toString();
                if (spoken.endsWith("Failing"))
                    return true;
            }
            return false;
        };
        QVERIFY(isTold()); // in the same moment
    }

    void chartsOfABuildThatEndsWell_data()
    {
        QTest::addColumn<bool>("hasRoom"); // for its card as well
        QTest::newRow("stay where there is room") << true;
        QTest::newRow("leave their room to card and log") << false;
    }
    void chartsOfABuildThatEndsWell()
    {
        QFETCH(bool, hasRoom);
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        int height = 1400;
        view.resize(1100, height);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(charts->isVisible() && view.isRead());
        for (; !hasRoom && charts->isVisible() && height > 300; height -= 20) {
            view.resize(1100, height);
            QTest::qWait(20);
        }
        QCOMPARE(charts->isVisible(), hasRoom);
        view.resize(1100, hasRoom ? height : height + 60);
        QTRY_VERIFY(charts->isVisible());
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        QTRY_VERIFY(findIn<QWidget>(view, "outcomeCard")->isVisible());
        QTRY_COMPARE(charts->isVisible(), hasRoom);
        QTest::qWait(50);
        QCOMPARE(charts->isVisible(), hasRoom);
        QTRY_COMPARE(findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar()->maximum(), 0);
        const auto* log = view.findChild<LogPanel*>();
        QTRY_COMPARE(log->visibleRegion().boundingRect(), log->rect());
    }

    // Neither with what was chosen while it ran.
    void chartsThatWereOpenedFoldWhenItEndsWell()
    {
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        view.resize(1100, 500); // they have no room
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        auto* toggle = findIn<QToolButton>(view, "attemptChartsToggle");
        QTRY_VERIFY(view.isRead() && toggle->isVisible() && !charts->isVisible());
        toggle->click();
        QVERIFY(charts->isVisible());
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        QTRY_VERIFY(findIn<QWidget>(view, "outcomeCard")->isVisible());
        QTRY_VERIFY(!charts->isVisible());
    }

    // Also where it was scrolled to the newest line of the log; on its own it stands at its top.
    void aBuildThatEndsShowsItsCard()
    {
        settings()->setValue(QStringLiteral("attempt/charts"), true);
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        view.resize(1100, 500);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        QTRY_VERIFY(view.isRead() && bar->maximum() > 0);
        QTest::qWait(50);
        QCOMPARE(bar->value(), 0);
        bar->setValue(bar->maximum());
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        QTRY_VERIFY(findIn<QWidget>(view, "outcomeCard")->isVisible());
        QTest::qWait(50);
        QCOMPARE(bar->value(), 0);
    }

    void chartsOfAShortAttemptSayIt_data()
    {
        QTest::addColumn<int>("later"); // samples of its end, which do not see it any more
        for (const int later : { 0, 1, 2 })
            QTest::addRow("%d later", later) << later;
    }
    void chartsOfAShortAttemptSayIt()
    {
        QFETCH(int, later);
        m_attempt->goTo(0);
        m_attempt->addProgress(5, 5, 0);
        m_attempt->addSamples(0, 1, 4, "compile", 1000, 1);
        for (int second = 1; second <= later; ++second) {
            Sample sample;
            sample.elapsed = second * 1000; // of a time before all steps
            sample.memoryTotal = 32 * gibibyte;
            sample.buildMemory = 0;
            m_attempt->add(sample);
        }
        m_attempt->endStage("compile", StageState::Succeeded, 1);
        m_attempt->end(AttemptState::Succeeded, 2);
        settings()->setValue(QStringLiteral("attempt/chartsOfEnded"), true); // of an attempt with curves
        AttemptView view;
        openWithoutCharts(view, "Too short for a chart");
        QTRY_VERIFY(view.isRead() && !findIn<QSplitter>(view, "attemptCharts")->isVisible());
        QVERIFY(!findIn<QToolButton>(view, "attemptChartsToggle")->isVisible());
        QVERIFY(findIn<QLabel>(view, "vitalsDisk")->isVisible());
    }

    // Ninja counts only what was left to do.
    void stepsGoOnFromWhatWasDone()
    {
        m_attempt->addProgress(60, 100, 0);
        m_attempt->end(AttemptState::Stopped, 20);
        FakeAttempt next(store(), "Tour", 3);
        next.record().request.continuesAttempt = m_attempt->record().number;
        next.goTo(1);
        next.startStage("compile");
        next.addProgress(10, 40, 3);
        next.addSamples(0, 5, 4, "compile", 1000, 3);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(next.folder());
        const auto* chart = view.findChild<StepsChart*>();
        QTRY_COMPARE(chart->accessibleDescription(), "Steps: 70 of 100 are done.");
    }

    void aStageWithoutSamplesHasItsBeginning()
    {
        m_attempt->goTo(60);
        m_attempt->startStage("configure");
        m_attempt->addLog("configure", "-- Configuring done\n");
        m_attempt->endStage("configure", StageState::Succeeded, 1);
        m_attempt->goTo(70);
        m_attempt->startStage("compile");
        const QByteArray log = FakeAttempt::ninjaLines(0, 100, 100);
        m_attempt->addLog("compile", log);
        m_attempt->addSamples(70, 100, 4, "compile", log.size(), 0);
        m_attempt->endStage("compile", StageState::Succeeded, 30);
        m_attempt->end(AttemptState::Succeeded, 100);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* chart = view.findChild<MemoryChart*>();
        QTRY_VERIFY(chart->accessibleDescription().contains("GB"));
        const auto* legend = chart->findChild<ChartLegend*>();
        emit view.findChild<LogPanel*>()->placeVisited("configure", 0);
        QVERIFY2(legend->moment().contains("0:01:00"), qPrintable(legend->moment()));
        emit view.findChild<LogPanel*>()->placeVisited("compile", 0);
        QVERIFY2(legend->moment().contains("0:01:10"), qPrintable(legend->moment()));
    }

    void scrubbing()
    {
        const QByteArray log = FakeAttempt::ninjaLines(0, 1000, 1000);
        m_attempt->addLog("compile", log);
        m_attempt->endStage("compile", StageState::Succeeded, 100);
        m_attempt->addSamples(0, 100, 4, "compile", log.size(), 0);
        m_attempt->end(AttemptState::Succeeded, 100);
        AttemptView view;
        view.resize(1100, 1200);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* chart = view.findChild<MemoryChart*>();
        auto* logView = view.findChild<LogView*>();
        QTRY_VERIFY(chart->accessibleDescription().contains("GB") && logView->rowCount() > 1000);
        emit chart->picked(50'000);
        QTRY_VERIFY(logView->currentLine() > 480 && logView->currentLine() < 540);
        QVERIFY(!logView->isFollowing());
        const auto* legend = chart->findChild<ChartLegend*>();
        QTest::qWait(100);
        emit chart->left();
        QVERIFY2(legend->moment().contains(", pinned"), qPrintable(legend->moment()));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(legend->moment(), "at the end");
        emit chart->picked(50'000);
        QTest::mouseClick(chart, Qt::LeftButton, {}, QPoint(5, 5)); // beside the curves
        QCOMPARE(legend->moment(), "at the end");
        // The same by keys.
        QTest::keyClick(chart, Qt::Key_Home);
        QTRY_COMPARE(logView->currentLine(), 0);
        QTest::keyClick(chart, Qt::Key_Right);
        QTRY_VERIFY(logView->currentLine() > 0 && logView->currentLine() < 40);
        QTest::keyClick(chart, Qt::Key_End);
        QTRY_VERIFY(logView->currentLine() > 980);
        const qint64 last = logView->currentLine();
        QTest::keyClick(chart, Qt::Key_Left);
        QTRY_VERIFY(logView->currentLine() < last && logView->currentLine() > last - 40);
    }

    void escGoesBackToNowWhileItBuilds()
    {
        const QByteArray log = FakeAttempt::ninjaLines(0, 1000, 1000);
        m_attempt->startStage("compile");
        m_attempt->addLog("compile", log);
        m_attempt->addSamples(0, 100, 4, "compile", log.size(), 0);
        AttemptView view;
        view.resize(1100, 1200);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* chart = view.findChild<MemoryChart*>();
        auto* logView = view.findChild<LogView*>();
        QTRY_VERIFY(chart->accessibleDescription().contains("GB") && logView->rowCount() >= 1000);
        const auto* legend = chart->findChild<ChartLegend*>();
        QVERIFY2(legend->moment().isEmpty(), qPrintable(legend->moment()));
        logView->goToLine(500);
        QTRY_VERIFY2(legend->moment().contains("Esc goes back"), qPrintable(legend->moment()));
        QTest::keyClick(logView, Qt::Key_Escape);
        QVERIFY2(legend->moment().isEmpty(), qPrintable(legend->moment()));
    }

    // The figures come from ninja's own, at the time of each sample.
    void stepsOverTime()
    {
        m_attempt->addProgress(3, 4, 1, true); // code generation: no count of the build
        m_attempt->addProgress(25, 100, 3);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (const int second : { -60, 1, 2 }) {
            Sample sample;
            sample.time = now + second * 1000;
            sample.elapsed = (60 + second) * 1000;
            m_attempt->add(sample);
        }
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* chart = view.findChild<StepsChart*>();
        QTRY_COMPARE(chart->accessibleDescription(), "Steps: 25 of 100 are done.");
        // The build ends before another sample is taken.
        m_attempt->addProgress(100, 100, 0);
        view.openAttempt(QString());
        view.openAttempt(m_attempt->folder());
        QTRY_COMPARE(chart->accessibleDescription(), "Steps: 100 of 100 are done.");
        // Another attempt begins without them.
        FakeAttempt other(store(), "Tour", 3);
        other.addSamples(0, 5, 4, "compile", 1000, 3);
        view.openAttempt(other.folder());
        QTRY_COMPARE(chart->accessibleDescription(), "Nothing has been measured yet");
    }

    void seriesIsBounded()
    {
        SampleSeries series(64);
        for (int i = 0; i < 10'000; ++i) {
            Sample sample;
            sample.elapsed = i * 1000;
            sample.buildMemory = i == 777 ? 9 * gibibyte : gibibyte;
            series.append({ sample });
            QVERIFY(series.samples().size() <= 64);
            QCOMPARE(series.samples().last().elapsed, i * 1000);
        }
        QVERIFY(series.samples().size() > 20);
        QCOMPARE(series.samples().first().elapsed, 0);
        QCOMPARE(series.peakBuildMemory(), 9 * gibibyte);
        for (int i = 1; i < series.samples().size(); ++i)
            QVERIFY(series.samples()[i].elapsed > series.samples()[i - 1].elapsed);
        QVERIFY(std::abs(series.at(5'000'000)->elapsed - 5'000'000) < 600'000);
    }

    // No process of the build was seen.
    void aPeakThatWasNotMeasuredIsNotNothing()
    {
        SampleSeries series;
        Sample sample;
        sample.buildMemory = 0;
        series.append({ sample });
        QVERIFY(!series.peakBuildMemory());
        sample.buildMemory = gibibyte;
        series.append({ sample });
        QCOMPARE(series.peakBuildMemory(), std::optional(gibibyte));
    }
};

QTEST_MAIN(AttemptChartsTest)
#include "AttemptChartsTest.moc"
