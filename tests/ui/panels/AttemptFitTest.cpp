// SPDX-License-Identifier: GPL-3.0-or-later
// The page of an attempt in the smallest window.
#include "tests/support/PseudoTranslator.h"
#include "tests/ui/panels/OneAttempt.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/TimelineBars.h"
#include "ui/charts/TimelineChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/Settings.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/OutcomeCard.h"
#include "ui/panels/ResourceBar.h"
#include "ui/panels/StagesPanel.h"
#include "ui/panels/StepTabs.h"

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTreeWidget>

using namespace torchmason;

class AttemptFitTest : public QObject, private OneAttempt {
    Q_OBJECT

private slots:
    void init() { makeAttempt(); }

    // Its parts give way, down to the charts.
    void thePageFitsInASmallWindow_data()
    {
        QTest::addColumn<AttemptState>("state");
        QTest::newRow("runs") << AttemptState::Running;
        QTest::newRow("failed") << AttemptState::Failed;
        QTest::newRow("succeeded") << AttemptState::Succeeded;
    }
    void thePageFitsInASmallWindow()
    {
        QFETCH(AttemptState, state);
        const bool failed = state == AttemptState::Failed;
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        if (state == AttemptState::Running) {
            m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100));
        } else {
            m_attempt->compile({ 0, 90, 100, 100, 40 });
            m_attempt->endStage(
                "compile", failed ? StageState::Failed : StageState::Succeeded, 20, failed ? 1 : 0);
            Finding finding = FakeAttempt::missingWork(80);
            finding.fixes.removeLast(); // what has no room at all, the page scrolls
            if (failed)
                m_attempt->addFindings({ finding });
            m_attempt->end(state, 25);
        }
        AttemptView view;
        view.resize(944, 620);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* log = view.findChild<LogView*>();
        QTRY_VERIFY(log->rowCount() >= 90);
        const auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
        const auto isWhole
            = [log] { return log->viewport()->visibleRegion().boundingRect() == log->viewport()->rect(); };
        QTRY_VERIFY(isWhole() && log->viewport()->height() >= 5 * log->fontMetrics().height());
        if (failed)
            QTRY_VERIFY(log->viewport()->rect().contains(log->currentRow()));
    }

    // Their legends have many lines in a small window; the log, which scrolls, gives way before them.
    void curvesAreNotLowBesideALogThatIsHigh()
    {
        m_attempt->startStage("compile");
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->addSamples(0, 20, 4, "compile", 4000, 3);
        AttemptView view;
        int height = 1000;
        view.resize(944, height);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(view.isRead() && charts->isVisible());
        const int line = view.fontMetrics().lineSpacing();
        const auto* log = view.findChild<LogPanel*>();
        QTRY_COMPARE_GE(log->height(), 16 * line);
        while (log->height() >= 14 * line && height > 400) { // it has 10 in any case
            height -= 4;
            view.resize(view.width(), height);
            for (int layout = 0; layout < 6; ++layout)
                QCoreApplication::processEvents();
        }
        QVERIFY(charts->isVisible());
        const auto* curves = view.findChild<MemoryChart*>()->findChild<ChartWidget*>();
        QTRY_COMPARE_GE(curves->height(), curves->minimumSizeHint().height() + 3 * line);
        QCOMPARE_GE(log->height(), 13 * line);
    }

    // Beside charts there is not room for both.
    void lanesAndLogGiveWayTogether()
    {
        settings()->setValue(QStringLiteral("attempt/chartsOfEnded"), true);
        m_attempt->compile({ 0, 90, 100, 100, 40 });
        m_attempt->endStage("compile", StageState::Stopped, 20, 130);
        m_attempt->end(AttemptState::Stopped, 25);
        AttemptView view;
        int height = 1400;
        view.resize(944, height);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* bars = view.findChild<TimelineChart*>()->bars();
        QTRY_VERIFY(bars->isVisible() && bars->geometryOfBars().lanes() > 0 && bars->hiddenHeight() == 0);
        const auto* steps = view.findChild<StepTabs*>();
        const auto* log = view.findChild<LogPanel*>();
        const int line = view.fontMetrics().lineSpacing();
        QTRY_COMPARE_GE(steps->minimumHeight(), 7 * line + 40);
        const int mostSteps = steps->minimumHeight();
        const int mostLog = log->minimumHeight();
        while (steps->minimumHeight() > mostSteps - 30 && height > 400) {
            height -= 4;
            view.resize(view.width(), height);
            for (int layout = 0; layout < 6; ++layout)
                QCoreApplication::processEvents();
        }
        QCOMPARE(findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar()->maximum(), 0);
        QCOMPARE_GT(height, 400);
        QCOMPARE_GT(steps->minimumHeight(), 7 * line);
        QCOMPARE_LT(log->minimumHeight(), mostLog);
    }

    // A line of the log gives way before; it comes back where the page scrolls after all.
    void thePageDoesNotScrollForAFewPixels()
    {
        m_attempt->compile({ 0, 90, 100, 100, 40 });
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(944, 400);
        view.show();
        view.openAttempt(m_attempt->folder());
        QTRY_VERIFY_WITH_TIMEOUT(view.findChild<QPushButton*>("fix-clean"), 30'000);
        const auto* card = view.findChild<FindingCard*>();
        const auto* log = view.findChild<LogPanel*>();
        const auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        const auto isFitted = [&] { return card->height() == card->heightForWidth(card->width()); };
        QTRY_VERIFY(isFitted() && bar->maximum() > 0 && log->height() == log->minimumHeight());
        const int least = log->height();
        view.resize(view.width(), 49 * view.fontMetrics().lineSpacing()); // as dense as the low one
        QTRY_VERIFY(isFitted() && bar->maximum() == 0 && log->height() > least);
        int lowest = log->height();
        while (bar->maximum() == 0 && view.height() > 400) {
            lowest = std::min(lowest, log->height());
            view.resize(view.width(), view.height() - 4);
            for (int layout = 0; layout < 3; ++layout)
                QCoreApplication::processEvents();
        }
        const int line = log->view()->fontMetrics().height();
        QVERIFY2(lowest < least - line, qPrintable(QStringLiteral("%1 %2").arg(lowest).arg(least)));
        QTRY_VERIFY(bar->maximum() > 0);
        QTRY_COMPARE(log->height(), least);
    }

    // The bar narrows the figures, and those that wrap would need it.
    void aScrollBarGoesWhereThePageFitsWithoutIt()
    {
        m_attempt->record().request.gate = GateUse::On; // more figures
        m_attempt->compile({ 0, 90, 100, 100, 40 });
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        m_attempt->end(AttemptState::Failed, 25);
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), false);
        AttemptView view;
        const int tall = 70 * view.fontMetrics().lineSpacing();
        view.resize(944, tall);
        view.show();
        view.openAttempt(m_attempt->folder());
        QTRY_VERIFY_WITH_TIMEOUT(view.findChild<QPushButton*>("fix-clean"), 30'000);
        const auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        const auto* figures = view.findChild<ResourceBar*>();
        QTRY_VERIFY(figures->isVisible() && bar->maximum() == 0);
        const int line = figures->neededHeight(10'000);
        int least = 100;
        while (figures->neededHeight(least) > line)
            ++least;
        view.resize(view.width() + least + 2 - figures->width(), tall);
        const auto settle = [] {
            for (int layout = 0; layout < 6; ++layout)
                QCoreApplication::processEvents();
        };
        settle();
        QTRY_COMPARE(figures->height(), line);
        QVERIFY(figures->width() - bar->sizeHint().width() < least);
        int lowest = view.height();
        while (bar->maximum() == 0 && view.height() > 300) {
            lowest = view.height();
            view.resize(view.width(), lowest - 4);
            settle();
        }
        QTRY_VERIFY(bar->maximum() > 0 && figures->height() > line);
        view.resize(view.width(), lowest);
        QTRY_COMPARE(bar->maximum(), 0);
        QTRY_COMPARE(figures->height(), line);
    }

    // With letters of 125 % in a window of 1280 x 800: what was made, how to install it, where the time went.
    void whatWasMadeStandsWithoutScrolling()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 1.25);
        QApplication::setFont(large);
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->packWheel(m_home->filePath("dist"), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "wheel");
        m_attempt->end(AttemptState::Succeeded, 60);
        AttemptView view;
        const QFontMetrics letters = view.fontMetrics();
        view.resize(130 * letters.averageCharWidth(), 40 * letters.lineSpacing());
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* card = view.findChild<OutcomeCard*>();
        const auto* times = findIn<QLabel>(*card, "outcomeTimes");
        QTRY_VERIFY(times->isVisible());
        const auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
        for (const char* name : { "wheelName", "outcomeInstall", "outcomeTimes" }) {
            const auto* part = findIn<QWidget>(*card, QLatin1String(name));
            QTRY_VERIFY2(part->isVisible() && part->visibleRegion().boundingRect() == part->rect(), name);
        }
        QVERIFY(times->x() > findIn<QLabel>(*card, "outcomeText")->geometry().right()); // beside it
        const int edge = card->layout()->contentsMargins().top();
        view.resize(view.width(), 60 * letters.lineSpacing());
        QTRY_VERIFY(card->layout()->contentsMargins().top() > edge);
    }

    // In a language of long words, too: the log beside has room to give.
    void namesAndTimesOfStagesAreWhole()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
        m_attempt->endStage("configure", StageState::Succeeded, 3599);
        m_attempt->startStage("compile");
        AttemptView view;
        view.resize(1280, 860);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* stages = findIn<QTreeWidget>(view, "stageList");
        QTRY_COMPARE(stages->topLevelItemCount(), 5);
        const QAbstractItemView& rows = *stages; // a tree hides it
        QTRY_COMPARE_GE(stages->columnWidth(0), rows.sizeHintForColumn(0));
        QVERIFY(stages->width() <= view.width() / 3);
    }

    // What the names do not need is the log's.
    void stagesAreNoWiderThanTheirWords()
    {
        m_attempt->endStage("configure", StageState::Succeeded, 3599);
        m_attempt->startStage("compile");
        AttemptView view;
        view.resize(1280, 860);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* list = findIn<QTreeWidget>(view, "stageList");
        QTRY_COMPARE(list->topLevelItemCount(), 5);
        const auto* stages = view.findChild<StagesPanel*>();
        QTRY_COMPARE(stages->width(), stages->neededWidth());
        const QAbstractItemView& rows = *list; // a tree hides it
        QTRY_COMPARE_GE(list->columnWidth(0), rows.sizeHintForColumn(0));
    }

    // Charts that were opened by hand have no room beside it: the page scrolls, with all of the card.
    void theCardIsWholeWhereThePageScrolls()
    {
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), true);
        m_attempt->compile({ 0, 90, 100, 100, 40 });
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(944, 560);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* log = view.findChild<LogView*>();
        QTRY_COMPARE(log->currentLine(), 79);
        const auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_VERIFY(page->verticalScrollBar()->maximum() > 0);
        QCOMPARE(page->verticalScrollBar()->value(), 0); // the card comes first
        const auto* card = view.findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible() && card->height() == card->heightForWidth(card->width()));
        QTRY_VERIFY(log->viewport()->height() >= 6 * log->fontMetrics().height());
        // Nor need the lanes, and charts are as high as where there is room for all.
        const auto* bars = view.findChild<TimelineChart*>()->bars();
        QTRY_VERIFY(bars->geometryOfBars().lanes() > 0 && bars->hiddenHeight() == 0);
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(charts->height() >= 12 * view.fontMetrics().lineSpacing());
    }

    // Its legend wraps where it gets narrower, when all that is around it has its place already.
    void theTimelineHasItsHeightWheneverItNeedsMore()
    {
        m_attempt->compile({ 0, 90, 100, 100, 40 });
        m_attempt->endStage("compile", StageState::Stopped, 20, 130);
        m_attempt->end(AttemptState::Stopped, 25);
        AttemptView view;
        view.resize(944, 1400);
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* timeline = view.findChild<TimelineChart*>();
        const auto* bars = timeline->bars();
        QTRY_VERIFY(bars->isVisible() && bars->geometryOfBars().lanes() > 0 && bars->hiddenHeight() == 0);
        auto* legend = timeline->findChild<ChartLegend*>();
        legend->setEntries(
            QVector<ChartLegend::Entry>(20, { QString(40, u'm'), QStringLiteral("1"), Qt::red }));
        const int wrapped = legend->sizeHint().height();
        QCOMPARE_GT(wrapped, 10 * legend->fontMetrics().height());
        QTRY_COMPARE_GE(timeline->height(), wrapped + bars->sizeHint().height());
        QTRY_COMPARE(bars->hiddenHeight(), 0);
    }
};

QTEST_MAIN(AttemptFitTest)
#include "AttemptFitTest.moc"
