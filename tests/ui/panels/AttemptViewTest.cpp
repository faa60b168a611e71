// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptView.h"
#include "tests/ui/panels/OneAttempt.h"
#include "ui/charts/CoresChart.h"
#include "ui/charts/MemoryChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/RunningEdgesModel.h"
#include "ui/models/Settings.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/OutcomeCard.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/panels/StagesPanel.h"
#include "ui/widgets/Labels.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

using namespace std::chrono_literals;
using namespace torchmason;

class AttemptViewTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    static QString stateText(const AttemptView& view)
    {
        return view.findChild<QLabel*>("attemptState")->text();
    }

private slots:
    void init() { makeAttempt(); }

    void liveGrowth()
    {
        AttemptView view;
        view.resize(1100, 800);
        QSignalSpy title(&view, &AttemptView::titleChanged);
        view.openAttempt(m_attempt->folder());
        view.show();
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        QTRY_COMPARE(stateText(view), "Compiling");
        QVERIFY(view.isLive());
        QCOMPARE(title.last().first().toString(), "Running · Tour · attempt 1");
        QVERIFY(view.findChild<QPushButton*>("stopButton")->isVisible());
        QVERIFY(!view.findChild<FindingCard*>()->isVisible());
        QVERIFY(!view.findChild<OutcomeCard*>()->isVisible());

        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 25, 100));
        m_attempt->addSamples(0, 5, 4, "compile", 1000, 3);
        m_attempt->addProgress(25, 100, 3);
        auto* log = view.findChild<LogPanel*>();
        QTRY_COMPARE(log->view()->rowCount(), 27); // with the headings of two stages
        QCOMPARE(log->stage(), "compile");
        auto* edges = view.findChild<QTableView*>("runningEdges");
        QTRY_COMPARE(edges->model()->rowCount(), 3);
        QTRY_COMPARE(view.findChild<ProgressStrip*>()->toolTip(),
            "25 done, 3 running, 72 waiting\n75 C++ steps left, 2 at a time");
        QTRY_VERIFY(view.findChild<MemoryChart*>()->accessibleDescription().contains("has 32.0 GB"));
        QVERIFY(view.findChild<CoresChart*>()->accessibleDescription().startsWith("Cores: 4"));

        m_attempt->addLog("compile", FakeAttempt::ninjaLines(25, 60, 100));
        m_attempt->addProgress(60, 100, 2);
        QTRY_COMPARE(log->view()->rowCount(), 62);
        QTRY_COMPARE(view.findChild<ProgressStrip*>()->toolTip(),
            "60 done, 2 running, 38 waiting\n40 C++ steps left, 2 at a time");
    }

    // What comes late takes its room from others, and covers nothing.
    void partsDoNotCoverEachOther()
    {
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        m_attempt->compile({ 0, 20, 40, 40, 4 });
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        settings()->setValue(QStringLiteral("attempt/chartsOfEnded"), true); // there is no room for them
        AttemptView view;
        view.resize(1100, 560);
        view.openAttempt(m_attempt->folder());
        view.show();
        auto* rows = view.findChild<QSplitter*>("attemptRows");
        auto* steps = view.findChild<QWidget*>("stepTabs");
        QTRY_VERIFY(steps->isVisible());
        steps->hide();
        view.resize(1100, 561);
        QTest::qWait(50);
        steps->show();
        for (int i = 0; i + 1 < rows->count(); ++i)
            QTRY_VERIFY(rows->widget(i)->geometry().bottom() < rows->widget(i + 1)->geometry().top());
        QTRY_VERIFY(rows->widget(rows->count() - 1)->geometry().bottom() <= rows->rect().bottom());
    }

    void theStageIsNamedWholeInASmallWindow()
    {
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 25, 100));
        AttemptView view;
        view.resize(944, 660); // what the smallest window leaves
        view.show();
        view.openAttempt(m_attempt->folder());
        const auto* box = findIn<QComboBox>(view, QLatin1String("logStage"));
        QTRY_COMPARE(box->currentText(), "All stages");
        QTRY_VERIFY(box->width() >= box->sizeHint().width());
    }

    // What still runs may take minutes; the page does not look well meanwhile.
    void theHeaderTurnsWhenAStepFails()
    {
        AttemptView view;
        view.resize(1100, 800);
        view.openAttempt(m_attempt->folder());
        view.show();
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 93, 100) + "FAILED: b.o\n");
        m_attempt->addProgress(93, 100, 3);
        QTRY_COMPARE(stateText(view), "Compiling");
        const auto* failing = findIn<ElidedLabel>(view, "attemptFailing");
        QVERIFY(!failing->isVisible());
        const auto* messages = findIn<QToolButton>(view, "attemptMessages");
        m_attempt->addMessages("compile", 0, 12);
        QTRY_COMPARE(messages->text(), "0 errors, 12 warnings");
        QVERIFY(messages->isEnabled());
        const QColor calm = findIn<QLabel>(view, "attemptState")->palette().color(QPalette::WindowText);
        EdgeRecord good;
        good.output = "a.o";
        good.end = 3000;
        m_attempt->add(good);
        EdgeRecord bad = good;
        bad.output = "b.o";
        bad.end = 4000;
        bad.failed = true;
        m_attempt->add(bad);
        QTRY_COMPARE(stateText(view), "Failing");
        const auto* steps = findIn<CaptionedValue>(view, "attemptSteps")->findChild<QLabel*>();
        QCOMPARE(steps->accessibleName(), "steps, 1 failed: 92 of 100"); // ninja counts it as done
        QVERIFY(failing->isVisible());
        QCOMPARE(failing->text(), "b.o failed. The build ends when what still runs has ended.");
        const auto compile = [&view] {
            for (const auto* row :
                findIn<QTreeWidget>(view, "stageList")->findItems("Compile", Qt::MatchExactly))
                return row->data(0, Qt::AccessibleTextRole).toString();
            return QString();
        };
        QTRY_COMPARE(compile(), "Compile: Failing");
        findIn<QPushButton>(view, "attemptShowFailed")->click();
        QTRY_COMPARE(view.findChild<LogView*>()->currentLineText(), "FAILED: b.o");
        QTRY_VERIFY2(messages->text().isEmpty(), qPrintable(messages->text())); // 0 errors would be a lie
        m_attempt->addMessages("compile", 1, 12);
        QTRY_COMPARE(messages->text(), "1 error, 12 warnings");
        QVERIFY(view.isLive());
        QVERIFY(findIn<QLabel>(view, "attemptState")->palette().color(QPalette::WindowText) != calm);
        // Of the stages that are over the record counts.
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->end(AttemptState::Failed, 25);
        QTRY_COMPARE(stateText(view), "Compile failed");
        QVERIFY(!failing->isVisible() && !findIn<QPushButton>(view, "attemptShowFailed")->isVisible());
        QTRY_COMPARE(compile(), "Compile: Failed");
    }

    void theCountOfMessagesLeadsToThem()
    {
        m_attempt->addLog("configure", "-- fine\nCMake Warning: odd\n-- done\n");
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->addMessages("configure", 0, 1);
        AttemptView view;
        view.resize(1100, 800);
        view.openAttempt(m_attempt->folder());
        view.show();
        auto* messages = findIn<QToolButton>(view, "attemptMessages");
        QTRY_COMPARE(messages->text(), "0 errors, 1 warning");
        QVERIFY(messages->font().underline() && messages->icon().isNull()); // it goes to the log
        auto* shown = findIn<QComboBox>(view, "logShow");
        QCOMPARE(shown->currentIndex(), 0);
        messages->click();
        QCOMPARE(shown->currentText(), "Errors and warnings");
    }

    void theGateIsShownAndChanged()
    {
        AttemptView view;
        view.resize(1100, 800);
        view.openAttempt(m_attempt->folder());
        view.show();
        m_attempt->startStage("compile");
        m_attempt->addSamples(0, 2, 4, "compile", 1000, 2);
        auto* jobs = view.findChild<QSpinBox*>("jobsNow");
        auto* edges = view.findChild<QTableView*>("runningEdges");
        QTRY_COMPARE(edges->model()->rowCount(), 2);
        QVERIFY(!jobs->isVisible()); // no gate, nothing to change
        const int state = edges->columnWidth(RunningEdgesModel::State);

        Sample sample;
        sample.elapsed = 3000;
        sample.running = { { 78, "b.cpp.o", "C++", Milliseconds(3000), 6 * mebibyte, {} },
            { 77, "a.cpp.o", "C++", Milliseconds(2000), 300 * mebibyte, 600 * mebibyte } };
        GateSample gate;
        gate.jobs = 6;
        gate.running = 1;
        gate.waitingCount = 9;
        gate.heldBackCount = 1;
        gate.heldBack = { { "flash_bwd.cu.o", "CUDA", Milliseconds(61000), 5 * gibibyte,
            "needs 5.0 GB, 3.1 GB are free" } };
        gate.retried = 2;
        sample.gate = gate;
        m_attempt->add(sample);
        m_attempt->addProgress(25, 100, 2);
        QTRY_VERIFY(jobs->isVisible());
        QCOMPARE(jobs->value(), 6);
        QTRY_COMPARE(edges->model()->index(2, 0).data().toString(), "flash_bwd.cu.o");
        QCOMPARE(edges->columnWidth(RunningEdgesModel::State), state); // also for the reason
        QCOMPARE(edges->model()->index(0, 2).data().toString(), "running");
        QCOMPARE(edges->model()->index(1, 0).data().toString(), "b.cpp.o"); // its launcher alone
        QCOMPARE(edges->model()->index(1, 2).data().toString(), "waits for a free job");
        QCOMPARE(edges->model()->index(0, 4).data().toString(), "300 MB of about 600 MB");
        QCOMPARE(edges->model()->index(2, 2).data().toString(), "held back: needs 5.0 GB, 3.1 GB are free");
        QCOMPARE(edges->model()->index(2, 3).data().toString(), "1 min 1 s");
        QTRY_COMPARE(view.findChild<ProgressStrip*>()->toolTip(),
            "25 done, 1 running, 1 held back, 73 waiting\n75 C++ steps left, 2 at a time");
        QCOMPARE(view.findChild<QLabel*>("vitalsHeldBack")->text(), "1");
        QCOMPARE(view.findChild<QLabel*>("vitalsStartedAgain")->text(), "2");

        // What is asked for stands, although samples still tell the old number, until the runner says no:
        // this one has no socket to ask.
        jobs->setValue(3);
        m_attempt->add(sample);
        auto* problem = view.findChild<QLabel*>("attemptProblem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("Attempt 1"), qPrintable(problem->text()));
        QTRY_COMPARE(jobs->value(), 6);
    }

    // The attempt's own time stands while the machine sleeps, the wall clock does not.
    void aStageTakesNoLongerThanTheAttempt()
    {
        AttemptRecord record = m_attempt->record();
        record.state = AttemptState::Running;
        StageResult over;
        over.id = record.plan.stages[0].id;
        over.state = StageState::Succeeded;
        over.duration = 30s;
        StageResult now;
        now.id = record.plan.stages[1].id;
        now.state = StageState::Running;
        now.startedAt = 1'000'000;
        record.stages = { over, now };
        StagesPanel panel;
        panel.showRecord(record);
        const auto* row = panel.findChild<QTreeWidget*>("stageList")->topLevelItem(1);
        panel.tick(1'000'000 + 40'000, 75s);
        QCOMPARE(row->text(1), "40 s");
        panel.tick(1'000'000 + 3'600'000, 75s);
        QCOMPARE(row->text(1), "45 s");
    }

    void stageDetails()
    {
        m_attempt->endStage("configure", StageState::Failed, 61, 3);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* list = view.findChild<QTreeWidget*>("stageList");
        QTRY_COMPARE(list->topLevelItemCount(), 5);
        QTRY_COMPARE(list->topLevelItem(1)->text(1), "1 min 1 s");
        list->setCurrentItem(list->topLevelItem(1));
        auto* outcome = view.findChild<QLabel*>("stageOutcome");
        QVERIFY(!outcome->isVisible()); // who goes through the list need not see it
        QTest::keyClick(list, Qt::Key_Space);
        QTRY_VERIFY(outcome->isVisible());
        QVERIFY2(outcome->text().contains("exit code 3"), qPrintable(outcome->text()));
        QCOMPARE_GE(outcome->width(), 50 * view.fontMetrics().averageCharWidth());
        QTest::keyClick(outcome->window(), Qt::Key_Escape);
        QTRY_VERIFY(!outcome->isVisible());
        QVERIFY(view.isVisible());
    }
};

QTEST_MAIN(AttemptViewTest)
#include "AttemptViewTest.moc"
