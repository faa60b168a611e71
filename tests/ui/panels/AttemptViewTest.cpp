// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptView.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/CoresChart.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/RunningEdgesModel.h"
#include "ui/models/SampleSeries.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/OutcomeCard.h"
#include "ui/panels/ProgressStrip.h"

#include "core/base/AppPaths.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

using namespace torchmason;

class AttemptViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }

    static QString stateText(const AttemptView& view)
    {
        return view.findChild<QLabel*>("attemptState")->text();
    }

    void openWithoutCharts(AttemptView& view, const QString& said)
    {
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        for (const char* name : { "memoryChart", "coresChart", "stepsChart" })
            QTRY_COMPARE(findIn<TimedChart>(view, QLatin1String(name))->accessibleDescription(), said);
    }

private slots:
    void init()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(store(), "Tour", 3);
    }

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

    // What comes late makes the page scroll, and covers nothing.
    void partsDoNotCoverEachOther()
    {
        m_attempt->endStage("configure", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        m_attempt->compile({ 0, 20, 40, 40, 4 });
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
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

    // An imported log, or an attempt of an early version.
    void chartsOfAnAttemptWithoutSamplesSayIt()
    {
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        AttemptView view;
        openWithoutCharts(view, "Nothing was recorded");
        for (const char* name : { "vitalsPeak", "vitalsMemory", "vitalsCpu", "vitalsIo", "vitalsDisk" })
            QVERIFY2(findIn<QLabel>(view, QLatin1String(name))->isHidden(), name); // no dashes
    }

    void chartsOfAShortAttemptSayIt()
    {
        m_attempt->addSamples(0, 1, 4, "compile", 1000, 1);
        m_attempt->endStage("compile", StageState::Succeeded, 1);
        m_attempt->end(AttemptState::Succeeded, 2);
        AttemptView view;
        openWithoutCharts(view, "Too short for a chart");
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

    // Ninja counts only what was left to do.
    void stepsGoOnFromWhatWasDone()
    {
        m_attempt->addProgress(60, 100, 0);
        m_attempt->end(AttemptState::Stopped, 20);
        FakeAttempt next(store(), "Tour", 3);
        next.record().request.continuesAttempt = m_attempt->record().number;
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
        const auto* problem = findIn<QLabel>(view, "attemptProblem");
        QVERIFY(!problem->isVisible());
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
        QCOMPARE(steps->accessibleName(), "steps, 1 failed: 93 of 100"); // ninja counts it as done
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), "b.o failed. The build ends when the 3 steps that still run have ended.");
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
        QVERIFY(!problem->isVisible() && !findIn<QPushButton>(view, "attemptShowFailed")->isVisible());
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
        const int narrow = edges->columnWidth(RunningEdgesModel::State); // the names have the room
        QVERIFY(narrow < edges->columnWidth(RunningEdgesModel::Output));

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
        QVERIFY(edges->columnWidth(RunningEdgesModel::State) > narrow); // for the reason
        QCOMPARE(edges->model()->index(0, 2).data().toString(), "running");
        QCOMPARE(edges->model()->index(1, 0).data().toString(), "b.cpp.o"); // its launcher alone
        QCOMPARE(edges->model()->index(1, 2).data().toString(), "waits for its turn");
        QCOMPARE(edges->model()->index(0, 4).data().toString(), "300 MB of 600 MB");
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

    void succeeded()
    {
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->endStage("verify", StageState::Succeeded, 2);
        m_attempt->addProgress(100, 100, 0);
        m_attempt->record().products = { "/b/lib/libtorch.so" };
        m_attempt->end(AttemptState::Succeeded, 25);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        QTRY_COMPARE(stateText(view), "Succeeded");
        QVERIFY(!view.isLive());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), "The build is complete after 25 s");
        QVERIFY(card->findChild<QLabel*>("outcomeText")->text().startsWith("Verified"));
        QVERIFY(!view.findChild<QPushButton*>("stopButton")->isVisible());
        QVERIFY(!view.findChild<QTableView*>("runningEdges")->isVisible());
    }

    void failedWithFinding()
    {
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100) + "the evidence\n");
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        Finding finding = FakeAttempt::missingWork(91);
        finding.fixes.append({ "by-hand", "text", "Ask a neighbour", "They may know.", Json() });
        m_attempt->addFindings({ finding });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        QSignalSpy retry(&view, &AttemptView::retryRequested);
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(stateText(view), "Compile failed");
        QVERIFY(!view.findChild<OutcomeCard*>()->isVisible());
        QTest::mouseClick(card->findChild<QPushButton*>("findingEvidence"), Qt::LeftButton);
        QTRY_COMPARE(view.findChild<LogView*>()->currentLineText(), "the evidence");
        QTest::mouseClick(card->findChild<QPushButton*>("findingCopy"), Qt::LeftButton);
        const QString text = QApplication::clipboard()->text();
        QVERIFY(text.startsWith("### Distributed is switched off"));
        QVERIFY(text.contains("-DUSE_DISTRIBUTED=OFF"));
        QTest::mouseClick(card->findChild<QPushButton*>("findingRetry"), Qt::LeftButton);
        QCOMPARE(retry.size(), 1);
        QCOMPARE(retry.first().first().toInt(), 1);
        QVERIFY(retry.first().last().value<QVector<Fix>>().isEmpty());
        // Fixes are words until the machine was looked at.
        QTRY_VERIFY_WITH_TIMEOUT(card->findChild<QPushButton*>("fix-distributed-on"), 30'000);
        const auto* notes = card->findChild<QLabel*>("fixNotes-distributed-on");
        QVERIFY2(notes && notes->text().contains("USE_DISTRIBUTED"),
            notes ? qPrintable(notes->text()) : "no notes");
        QTest::mouseClick(card->findChild<QPushButton*>("fix-distributed-on"), Qt::LeftButton);
        QCOMPARE(retry.size(), 2);
        const auto fixes = retry.last().last().value<QVector<Fix>>();
        QCOMPARE(fixes.size(), 1);
        QCOMPARE(fixes.first().id, "distributed-on");
        QVERIFY(!card->findChild<QPushButton*>("fix-by-hand")); // advice has no button
    }

    void severalCausesAreSteppedThrough()
    {
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        const Finding first = FakeAttempt::missingWork(11);
        Finding second = FakeAttempt::missingWork(21);
        second.rule = "other";
        second.title = "Another cause";
        second.candidates = { "The moon is full.", "It is Friday." };
        Finding consequence = FakeAttempt::missingWork(31);
        consequence.root = false;
        m_attempt->addFindings({ first, second, consequence });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible());
        const auto text
            = [card](const char* name) { return card->findChild<QLabel*>(QLatin1String(name))->text(); };
        auto* next = card->findChild<QToolButton*>("findingNext");
        auto* previous = card->findChild<QToolButton*>("findingPrevious");
        QTRY_COMPARE(text("findingPosition"), "Cause 1 of 2");
        QVERIFY(next->isEnabled() && !previous->isEnabled());
        QCOMPARE(text("findingMore"), "1 further finding is marked in the log");
        QVERIFY(!card->findChild<QLabel*>("findingCandidates")->isVisible());
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(card->title(), "Another cause");
        QCOMPARE(text("findingPosition"), "Cause 2 of 2");
        QVERIFY(!next->isEnabled() && previous->isEnabled());
        QVERIFY(text("findingCandidates").contains("The moon is full."));
        QTest::mouseClick(previous, Qt::LeftButton);
        QCOMPARE(card->title(), first.title);
    }

    // Or below it, where both would be narrow.
    void whatHelpsStandsBesideWhatItMeans()
    {
        FindingCard card;
        card.showFinding(FakeAttempt::missingWork(30), {}, m_attempt->record());
        const auto place = [&card](const char* name) {
            const auto* part = card.findChild<QWidget*>(QLatin1String(name));
            return QRect(part->mapTo(&card, QPoint()), part->size());
        };
        card.resize(1600, 600);
        card.show();
        QTRY_VERIFY(place("findingFixes").left() > place("findingExplanation").right());
        QCOMPARE(place("findingFixes").top(), place("findingExplanation").top());
        card.resize(500, 900);
        QTRY_VERIFY(place("findingFixes").top() > place("findingExplanation").bottom());
    }

    void failedWithoutFinding()
    {
        m_attempt->addLog("compile", "x.cpp:1: error: oh\nfine\n");
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->record().error = "Ninja ended with exit code 1.";
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->findChild<QLabel*>("outcomeText")->text(), m_attempt->record().error);
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeCopy"), Qt::LeftButton);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains("x.cpp:1: error: oh\nfine\n"));
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeLog"), Qt::LeftButton);
        QTRY_COMPARE(view.findChild<LogView*>()->rowCount(), 1);
    }

    void interrupted()
    {
        m_attempt->startStage("compile");
        m_attempt->end(AttemptState::Interrupted, 25);
        AttemptView view;
        view.show();
        QSignalSpy retry(&view, &AttemptView::retryRequested);
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), "The build was cut off");
        QVERIFY(!findIn<QToolButton>(view, "logFollow")->isVisible()); // nothing comes any more
        const auto* stages = view.findChild<QTreeWidget*>("stageList");
        QStringList spoken;
        for (int row = 0; row < stages->topLevelItemCount(); ++row)
            spoken << stages->topLevelItem(row)->data(0, Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains("Compile: Interrupted"), qPrintable(spoken.join(u'\n')));
        QVERIFY(!view.isLive());
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeRetry"), Qt::LeftButton);
        QCOMPARE(retry.size(), 1);
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
        QTRY_VERIFY(outcome->isVisible());
        QVERIFY2(outcome->text().contains("exit code 3"), qPrintable(outcome->text()));
    }

    void scrubbing()
    {
        const QByteArray log = FakeAttempt::ninjaLines(0, 1000, 1000);
        m_attempt->addLog("compile", log);
        m_attempt->endStage("compile", StageState::Succeeded, 100);
        m_attempt->addSamples(0, 100, 4, "compile", log.size(), 0);
        m_attempt->end(AttemptState::Succeeded, 100);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* chart = view.findChild<MemoryChart*>();
        auto* logView = view.findChild<LogView*>();
        QTRY_VERIFY(chart->accessibleDescription().contains("GB") && logView->rowCount() > 1000);
        emit chart->picked(50'000);
        QTRY_VERIFY(logView->currentLine() > 480 && logView->currentLine() < 540);
        QVERIFY(!logView->isFollowing());
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

    // What was expected first, and an earlier build, are told where the count is about the same.
    void stepsAgainstWhatWasExpected_data()
    {
        QTest::addColumn<qint64>("total"); // after half of the time
        QTest::addColumn<int>("earlier"); // steps of the build before, one a second
        QTest::addColumn<QString>("words");
        const QString begin = QStringLiteral("Steps: 60 of %1 are done. 48.0 in a minute.");
        const QString before = QStringLiteral(" Attempt 7 had done 50 after the same time.");
        const QString expected = QStringLiteral(" Expected until then: 53 to 73.");
        newRow("both", qint64(100), 100, begin.arg(100) + before + expected);
        newRow("a few steps less", qint64(95), 100, begin.arg(95) + before + expected);
        newRow("counted anew", qint64(200), 100, QStringLiteral("Steps: 60 of 200 are done."));
        newRow("no build before", qint64(100), 0, begin.arg(100) + expected);
        newRow("a larger build before", qint64(100), 400, begin.arg(100) + expected);
    }
    void stepsAgainstWhatWasExpected()
    {
        QFETCH(qint64, total);
        QFETCH(int, earlier);
        QFETCH(QString, words);
        StepsChart chart;
        chart.resize(500, 200);
        BuildProgress progress;
        progress.done = 20;
        progress.total = 100;
        chart.addSteps(1'000, progress); // nothing was expected yet
        progress.remainingLow = Milliseconds(75'000);
        progress.remainingHigh = Milliseconds(120'000);
        chart.addSteps(1'001, progress);
        progress.remainingLow = Milliseconds(1); // later words do not move the band
        progress.done = 60;
        progress.total = total;
        chart.addSteps(51'000, progress);
        StepsOverTime steps;
        steps.number = 7;
        for (int second = 1; second <= earlier; ++second)
            steps.points.append({ second * 1000, second });
        chart.setEarlier(earlier > 0 ? std::optional(steps) : std::nullopt);
        SampleSeries series;
        for (const qint64 time : { 1'000, 26'000, 51'000 }) {
            Sample sample;
            sample.time = time;
            sample.elapsed = time;
            series.append({ sample });
        }
        chart.showSeries(series, 51'000);
        QCOMPARE(chart.accessibleDescription(), words);
    }

    // Generated files come in a burst; the compilers that follow are slower by far.
    void aFewSecondsMakeNoRate()
    {
        StepsChart chart;
        chart.resize(500, 200);
        BuildProgress progress;
        progress.total = 65;
        chart.addSteps(1'000, progress);
        progress.done = 24;
        chart.addSteps(15'000, progress);
        SampleSeries series;
        for (const qint64 time : { 1'000, 15'000 }) {
            Sample sample;
            sample.time = sample.elapsed = time;
            series.append({ sample });
        }
        chart.showSeries(series, 15'000);
        QCOMPARE(chart.accessibleDescription(), "Steps: 24 of 65 are done.");
    }

    // What is done is filled up to its line, and the band shows through.
    void whatIsDoneStandsAboveTheBand()
    {
        StepsChart chart;
        chart.resize(500, 200);
        chart.show();
        BuildProgress progress;
        progress.done = 20;
        progress.total = 100;
        progress.remainingLow = Milliseconds(75'000);
        progress.remainingHigh = Milliseconds(120'000);
        chart.addSteps(1'000, progress);
        SampleSeries series;
        for (int second = 1; second <= 51; ++second) {
            progress.done = 20 + (second - 1) * 4 / 5; // between 53 and 73 at the end
            chart.addSteps(second * 1'000, progress);
            Sample sample;
            sample.time = sample.elapsed = second * 1'000;
            series.append({ sample });
        }
        chart.showSeries(series, 51'000);
        QCoreApplication::processEvents(); // it is drawn when there is time
        const QImage image = chart.grab().toImage();
        const ChartColours colours = ChartColours::of(chart.palette());
        const auto isLike = [](const QColor& one, const QColor& other) {
            return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green())
                + std::abs(one.blue() - other.blue())
                < 60;
        };
        const auto filledOver = [&](const QColor& below) {
            const auto mix = [](int one, int other) { return (2 * one + other) / 3; };
            return QColor(mix(colours.build.red(), below.red()), mix(colours.build.green(), below.green()),
                mix(colours.build.blue(), below.blue()));
        };
        const auto isArea = [&](const QColor& colour) {
            return isLike(colour, filledOver(colours.expected))
                || isLike(colour, filledOver(chart.palette().base().color()));
        };
        QString column; // from the top: b the band alone, d the line of what is done, f its area
        const int x = image.width() - 40;
        for (int y = 0; y < image.height(); ++y) {
            const QColor colour = image.pixelColor(x, y);
            const QChar mark = isLike(colour, colours.expected) ? u'b'
                : isLike(colour, colours.build)                 ? u'd'
                : isArea(colour)                                ? u'f'
                                                                : u' ';
            if (mark != u' ' && !column.endsWith(mark))
                column += mark;
        }
        QVERIFY2(column.contains(u'd'), qPrintable(column));
        QCOMPARE(column.remove(u'd').replace("ff", "f"), "bf"); // the edge of the line looks like the area
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
};

QTEST_MAIN(AttemptViewTest)
#include "AttemptViewTest.moc"
