// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/StepsBefore.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/history/HistoryModel.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/Settings.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"

#include <QAction>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

using namespace torchmason;

// The window around builds: which one it speaks of.
class LiveBuildTest : public QObject, private WindowHarness {
    Q_OBJECT

private:
    // Follows the attempt while `happen` happens; its feed has read that then, and nobody has taken it.
    template <typename Happen> static void follow(LiveBuild& live, const FakeAttempt& attempt, Happen happen)
    {
        live.follow(attempt.folder());
        happen();
        QTest::qSleep(1500);
    }

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void anOldAttemptDoesNotHideTheRunningOne()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addProgress(34, 100, 2);
        m_window->openPlace(NavigationBar::Help);
        m_window->show();
        auto* banner = find<Banner>("runningBanner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
        QTRY_COMPARE(banner->text(), "Attempt 2, New, is building: 34 %.");
        click("showRunning");
        QCOMPARE(shownFolder(), running.folder());
        QVERIFY(!banner->isVisible());

        m_window->openAttempt(old.folder());
        QTRY_VERIFY(find<QLabel>("attemptState")->text().contains("ailed"));
        QVERIFY(banner->isVisible());
        QCOMPARE(railWords(), "Build: Running, 34 %");
        const auto* rail = find<NavigationButton>("railBuild");
        QCOMPARE(rail->words(), "Build 34 %");
        QVERIFY(rail->width() >= rail->fontMetrics().horizontalAdvance(rail->words()) + 2 * spacing::inner);
        QTRY_COMPARE(m_window->windowTitle(), "Failed · Old · attempt 1 (attempt 2: 34 %) — Torchmason");
        m_answer = CloseAnswer::Cancel;
        QVERIFY(!m_window->close());
        QCOMPARE(m_asked, 1);
        click("railBuild");
        QCOMPARE(shownFolder(), running.folder());
        QVERIFY(!banner->isVisible());
        QCOMPARE(m_window->windowTitle(), "34 % Compiling · New — Torchmason");
    }

    // Which takes room from the view that it is in.
    void theHeaderStaysWhenABuildEnds()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addProgress(34, 100, 2);
        m_window->openPlace(NavigationBar::Help);
        m_window->show();
        QTRY_VERIFY_WITH_TIMEOUT(find<Banner>("runningBanner")->isVisible(), 30'000);
        click("showRunning");
        QTRY_VERIFY(find("stopButton")->isVisible());
        const AttemptView* view = shownView();
        const QWidget* page = view->parentWidget();
        const int height = 51 * page->fontMetrics().lineSpacing(); // it is dense below that
        m_window->resize(m_window->width(), m_window->height() + height - page->height());
        QTRY_COMPARE(page->height(), height);
        const QWidget* strip = findIn<QWidget>(*view, "progressStrip");
        QTest::qWait(50); // all is laid out
        const int before = strip->mapTo(page, QPoint()).y();
        running.endStage("compile", StageState::Failed, 5, 1);
        running.end(AttemptState::Failed, 6);
        QTRY_VERIFY(find("newBuild")->isVisible());
        QTest::qWait(50);
        QCOMPARE(strip->mapTo(page, QPoint()).y(), before);
    }

    // What still runs beside the step that failed is counted on.
    void aFailingBuildIsToldAsOneEverywhere()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addProgress(34, 100, 2);
        EdgeRecord bad;
        bad.output = "b.o";
        bad.end = 4000;
        bad.failed = true;
        running.add(bad);
        m_window->openPlace(NavigationBar::Help);
        m_window->show();
        const auto* banner = find<Banner>("runningBanner");
        const auto isTold = [&](int percent) {
            return railWords() == QString("Build: Failing, %1 %").arg(percent)
                && banner->text() == QString("Attempt 1, New, is failing: %1 %.").arg(percent)
                && m_window->windowTitle()
                == QString("Help (attempt 1: %1 % Failing) — Torchmason").arg(percent);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isTold(33), qPrintable(railWords() + banner->text()), 30'000);
        running.addProgress(54, 100, 2);
        QTRY_VERIFY2_WITH_TIMEOUT(isTold(53), qPrintable(railWords() + banner->text()), 30'000);
    }

    void theEndIsToldWhereItWasNotSeen()
    {
        FakeAttempt running = fake("New");
        m_window->openPlace(NavigationBar::Help);
        m_window->show();
        auto* banner = find<Banner>("runningBanner");
        const QRect page = QRect(find("helpPage")->mapToGlobal(QPoint()), find("helpPage")->size());
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
        QTest::qWait(50);
        QCOMPARE(QRect(find("helpPage")->mapToGlobal(QPoint()), find("helpPage")->size()), page);
        QVERIFY(banner->width() >= banner->sizeHint().width() && banner->height() > 10);
        QVERIFY(m_window->menuBar()->geometry().contains(banner->geometry()));
        running.end(AttemptState::Succeeded, 60);
        QTRY_COMPARE(banner->text(), "Attempt 1, New, is over: succeeded.");
        QCOMPARE(railWords(), "Build: Succeeded");
        QCOMPARE(find<NavigationButton>("railBuild")->words(), "Build");
        QCOMPARE(m_window->windowTitle(), "Help — Torchmason"); // the page is no other one
        QVERIFY(find("showRunning")->toolTip().contains("Ctrl+1"));
        click("railBuild");
        QCOMPARE(shownFolder(), running.folder());
        m_window->openPlace(NavigationBar::Settings);
        QVERIFY(!banner->isVisible()); // seen
        QVERIFY(m_window->close());
        QCOMPARE(m_asked, 0);
    }

    // A check over a page that failed would be read as that page's.
    void theEndIsNotToldOverAnotherAttempt()
    {
        FakeAttempt first = fake("First");
        m_window->setWatchesOthers(true);
        m_window->show();
        QTRY_COMPARE(shownFolder(), first.folder());
        first.end(AttemptState::Failed, 60);
        QTRY_COMPARE(railWords(), "Build: Failed");
        FakeAttempt retry = fake("Retry"); // of the command line
        auto* banner = find<Banner>("runningBanner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
        QTRY_VERIFY2(railWords().startsWith("Build: Running"), qPrintable(railWords()));
        retry.end(AttemptState::Succeeded, 60);
        QTRY_COMPARE(banner->text(), "Attempt 2, Retry, is over: succeeded.");
        QCOMPARE(shownFolder(), first.folder());
        QCOMPARE(railWords(), "Build: Failed"); // of the first
        QCOMPARE(find("showRunning")->toolTip(), "Open this build"); // the key opens the first
        click("railBuild");
        QCOMPARE(shownFolder(), first.folder());
        m_window->newBuild();
        QCOMPARE(railWords(), "Build: Succeeded");
        QVERIFY(find("showRunning")->toolTip().contains("Ctrl+1"));
        find<QAction>("actionShowBuild")->trigger();
        QCOMPARE(shownFolder(), retry.folder());
    }

    void theEndStaysWhenAnotherBuildFollows_data()
    {
        QTest::addColumn<bool>("endsToo");
        QTest::newRow("while the other one runs") << false;
        QTest::newRow("when both are over") << true;
    }
    // That one waited its turn, and was opened in the history.
    void theEndStaysWhenAnotherBuildFollows()
    {
        QFETCH(bool, endsToo);
        FakeAttempt first = fake("First");
        FakeAttempt next = fake("Next");
        next.record().startedAt.reset();
        next.record().request.queue = true;
        next.record().waitsFor = { 1 };
        next.write();
        m_window->show();
        QTRY_COMPARE(shownFolder(), first.folder());
        const AttemptView* atBuild = shownView();
        m_window->openAttempt(next.folder());
        QTRY_VERIFY(find("waitingWords")->isVisible());
        first.end(AttemptState::Failed, 60);
        next.record().startedAt = 1;
        next.record().waitsFor.clear();
        next.write();
        QTRY_VERIFY(atBuild->end() == AttemptState::Failed);
        QTRY_COMPARE(m_window->windowTitle(), "Running · Next — Torchmason");
        if (endsToo) {
            next.end(AttemptState::Succeeded, 60);
            QTRY_VERIFY(m_window->windowTitle().startsWith("Succeeded · Next"));
        }
        QTRY_COMPARE(railWords(), "Build: Failed"); // that is where it leads to
        click("railBuild");
        QCOMPARE(shownFolder(), first.folder());
        click("railHistory");
        QCOMPARE(shownFolder(), next.folder());
        click("railBuild"); // how the first one ended was seen
        QCOMPARE(shownFolder(), endsToo ? first.folder() : next.folder());
        click("railBuild");
        QCOMPARE(shownFolder(), endsToo ? first.folder() : next.folder());
        m_window->newBuild();
        QCOMPARE(railWords(), endsToo ? "Build" : "Build: Running");
    }

    void theEndThatNobodySawIsToldByTheNextStart_data()
    {
        QTest::addColumn<bool>("endsBehindTheQuestion"); // which has promised it
        QTest::newRow("ends without the window") << false;
        QTest::newRow("ends behind the question") << true;
    }
    void theEndThatNobodySawIsToldByTheNextStart()
    {
        QFETCH(bool, endsBehindTheQuestion);
        FakeAttempt running = fake("New");
        m_window->show();
        QTRY_COMPARE(shownFolder(), running.folder());
        const auto end = [&running] { running.end(AttemptState::Failed, 60); };
        m_window->setCloseQuestion([&](QWidget*, const CloseMatter&) {
            if (endsBehindTheQuestion)
                end();
            (void)QTest::qWaitFor([&] { return !endsBehindTheQuestion || !m_window->isBuilding(); });
            return CloseAnswer::KeepBuilding;
        });
        QVERIFY(m_window->close());
        QCOMPARE(m_window->isBuilding(), !endsBehindTheQuestion);
        tearDown();
        if (!endsBehindTheQuestion)
            end();
        for (const bool told : { true, false }) { // once
            m_window = std::make_unique<MainWindow>();
            m_window->machine().setFacts({});
            m_window->announcer().setNotice([](const DesktopNotice::Message&) {});
            m_window->announcer().setProgress([](const TaskbarState&) {});
            m_window->show();
            auto* banner = find<Banner>("runningBanner");
            if (told)
                QTRY_COMPARE_WITH_TIMEOUT(banner->text(), "Attempt 1, New, is over: failed.", 30'000);
            else
                QTest::qWait(300);
            QCOMPARE(banner->isVisible(), told);
            QCOMPARE(railWords(), told ? "Build: Failed" : "Build");
            QVERIFY(m_window->close());
        }
    }

    // Whichever of the two was promised: the one that waits comes when the other is over.
    void theRunningBuildIsShownBeforeOneThatWaits()
    {
        FakeAttempt running = fake("First");
        running.startStage("compile");
        FakeAttempt waiting = fake("Second");
        waiting.record().startedAt.reset();
        waiting.record().request.queue = true;
        waiting.record().waitsFor = { 1 };
        waiting.write();
        LiveBuild live;
        live.findRunning({}, waiting.folder());
        QTRY_COMPARE_WITH_TIMEOUT(live.folder(), running.folder(), 30'000);
        running.end(AttemptState::Succeeded, 60);
        LiveBuild later;
        later.findRunning({}, waiting.folder());
        QTRY_COMPARE_WITH_TIMEOUT(later.folder(), waiting.folder(), 30'000);
    }

    void aBuildOfTheCommandLineIsTold()
    {
        m_window->setWatchesOthers(true);
        m_window->show();
        QTRY_VERIFY(QDir(AppPaths::attemptsFolder()).exists());
        FakeAttempt other = fake("Elsewhere");
        QTRY_COMPARE_WITH_TIMEOUT(railWords(), "Build: Running", 30'000);
        QVERIFY(find("runningBanner")->isVisible());
        QVERIFY(find("wizard")->isVisible()); // nobody is taken away from where he is
        m_window->openPlace(NavigationBar::Settings);
        find<QAction>("actionShowBuild")->trigger();
        QCOMPARE(shownFolder(), other.folder());
    }

    void theBannerLiesBesideTheMenus_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("left to right") << Qt::LeftToRight;
        QTest::newRow("right to left") << Qt::RightToLeft;
    }
    void theBannerLiesBesideTheMenus()
    {
        QFETCH(Qt::LayoutDirection, direction);
        const FakeAttempt running = fake("New");
        m_window->setLayoutDirection(direction);
        m_window->openPlace(NavigationBar::Help);
        m_window->show();
        const auto* banner = find<Banner>("runningBanner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
        const QMenuBar* bar = m_window->menuBar();
        const auto menus = [bar] {
            QRect all;
            for (QAction* menu : bar->actions())
                all |= bar->actionGeometry(menu);
            return all.translated(bar->pos());
        };
        QTRY_VERIFY(bar->geometry().contains(banner->geometry()) && !menus().intersects(banner->geometry()));
        QTest::qWait(50); // all is laid out
        QVERIFY(bar->geometry().contains(banner->geometry()) && !menus().intersects(banner->geometry()));
        QCOMPARE(banner->x() > menus().right(), direction == Qt::LeftToRight);
    }

    // Though the one that waits was promised; its page leads to the one that runs.
    void whatRunsIsShownAtTheStart()
    {
        FakeAttempt waiting = fake("Second");
        waiting.record().startedAt.reset();
        waiting.record().request.queue = true;
        waiting.record().waitsFor = { 2 };
        waiting.write();
        const FakeAttempt running = fake("First");
        settings()->setValue("window/awaitedBuild", waiting.folder());
        m_window->show();
        QTRY_COMPARE(shownFolder(), running.folder());
        m_window->openAttempt(waiting.folder());
        QTRY_COMPARE(shownFolder(), waiting.folder());
        QTRY_VERIFY(find("waitingWords")->isVisible());
        QCOMPARE(find<QLabel>("attemptState")->text(), "Waiting for attempt 2");
        click("waitingShow");
        QCOMPARE(shownFolder(), running.folder());
    }

    // Not some seconds later than the banner.
    void theHistoryKnowsTheEndAsWell()
    {
        FakeAttempt running = fake("New");
        m_window->openPlace(NavigationBar::History);
        m_window->show();
        const auto* banner = find<Banner>("runningBanner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
        m_window->findChild<QTimer*>("historyLiveTimer")->stop();
        const auto outcome = [this] {
            return find<QTableView>("historyTable")
                ->model()
                ->index(0, HistoryModel::Outcome)
                .data()
                .toString();
        };
        QTRY_COMPARE(outcome(), "Running");
        running.end(AttemptState::Succeeded, 60);
        QTRY_COMPARE(banner->text(), "Attempt 1, New, is over: succeeded.");
        QTRY_COMPARE(outcome(), "Succeeded");
        QCOMPARE(m_window->windowTitle(), "History — Torchmason");
        showActive();
        auto* close = findIn<QToolButton>(*banner, "bannerClose");
        close->setFocus();
        QTest::keyClick(close, Qt::Key_Space);
        QVERIFY(!banner->isVisible());
        QVERIFY(find("historyTable")->hasFocus()); // not at the first control of the window
    }

    void aFinishedAttemptLeadsToTheWizard()
    {
        FakeAttempt running = fake("New");
        m_window->show();
        QTRY_COMPARE(shownFolder(), running.folder());
        running.end(AttemptState::Stopped, 60);
        QTRY_VERIFY(find("newBuild")->isVisible());
        find<Wizard>("wizard")->goTo(Wizard::ProfileStep); // where it was left
        QTRY_COMPARE(m_window->windowTitle(), "Stopped · New · attempt 1 — Torchmason");
        click("newBuild");
        QVERIFY(find("wizard")->isVisible());
        QVERIFY(!find("wizardNotice")->parentWidget()->isVisible()); // no empty strip
        QCOMPARE(m_window->windowTitle(), "New build: Your machine — Torchmason");
    }

    void anAttemptOfTheHistoryStaysThere()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        const FakeAttempt other = over("Other", AttemptState::Succeeded);
        m_window->show();
        m_window->openAttempt(old.folder());
        QVERIFY(find<NavigationButton>("railHistory")->isCurrent());
        QTRY_COMPARE(m_window->windowTitle(), "Failed · Old · attempt 1 — Torchmason");
        click("railBuild");
        QVERIFY(find("wizard")->isVisible());
        QCOMPARE(m_window->windowTitle(), "New build: Your machine — Torchmason");
        click("railHistory"); // still open
        QCOMPARE(shownFolder(), old.folder());
        QVERIFY(find("historyBack")->isVisible());
        click("railHistory"); // once more: the list
        QVERIFY(find("historyPage")->isVisible());
        m_window->openAttempt(other.folder());
        QVERIFY(!find("historyPage")->isVisible());
        click("historyBack");
        QVERIFY(find("historyPage")->isVisible());
        m_window->openAttempt(other.folder());
        QTest::keyClick(shownView(), Qt::Key_Escape);
        QVERIFY(find("historyPage")->isVisible());
    }

    // They may empty the folder that it tells of.
    void theReviewFollowsOtherAttempts()
    {
        m_window->setWatchesOthers(true);
        m_window->show();
        m_window->draft().chooseProfile("tour");
        find<Wizard>("wizard")->goTo(Wizard::ReviewStep);
        QSignalSpy again(&m_window->draft(), &BuildDraft::foldersChanged);
        FakeAttempt other = fake("Other");
        QTRY_VERIFY(railWords().contains("Running"));
        QTRY_VERIFY(again.count() > 0);
        const auto begun = again.count();
        other.end(AttemptState::Succeeded, 60);
        QTRY_VERIFY(again.count() > begun);
    }

    // What was scrolled to is not what is wanted the next time.
    void anAttemptThatIsOpenedAgainBeginsAtItsTop()
    {
        FakeAttempt failed = fake("Old");
        Finding finding = FakeAttempt::missingWork(1);
        finding.explanation = finding.explanation.repeated(20);
        failed.endStage("compile", StageState::Failed, 20, 1);
        failed.addFindings({ finding });
        failed.end(AttemptState::Failed, 25);
        m_window->show();
        m_window->openAttempt(failed.folder());
        auto* bar = shownView()->findChild<QScrollArea*>("attemptScroll")->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QTest::qWait(100);
        bar->setValue(bar->maximum());
        QVERIFY(bar->value() > 0);
        click("railHistory"); // the list
        QVERIFY(find("historyPage")->isVisible());
        m_window->openAttempt(failed.folder());
        QTRY_COMPARE(bar->value(), 0);
    }

    void aRunningBuildIsOnTheScreenAfterAStart()
    {
        const FakeAttempt running = fake("New");
        m_window->show();
        QTRY_COMPARE(shownFolder(), running.folder());
        QVERIFY(shownView()->isVisible());
        QVERIFY(find<NavigationButton>("railBuild")->isCurrent());
        QVERIFY(!find("runningBanner")->isVisible());
    }

    void aContinuedBuildGoesOnWhereTheOtherWas()
    {
        FakeAttempt stopped = fake("New");
        stopped.record().request.buildFolder = "/build";
        stopped.record().edgesDone = 400;
        stopped.record().edgesTotal = 1000;
        stopped.endStage("compile", StageState::Stopped, 20);
        stopped.end(AttemptState::Stopped, 60);
        m_window->show();
        m_window->openAttempt(stopped.folder());
        QTRY_COMPARE(find<QAbstractButton>("outcomeRetry")->text(), "Continue attempt 1 at Fetch source");
        QVERIFY2(find<QLabel>("outcomeText")->text().endsWith("400 of 1,000 steps are done."),
            qPrintable(find<QLabel>("outcomeText")->text()));
        FakeAttempt goesOn = fake("New");
        goesOn.record().request.buildFolder = "/build";
        goesOn.record().request.continuesAttempt = 1;
        goesOn.write();
        m_window->openAttempt(goesOn.folder());
        QTRY_COMPARE(find<CaptionedValue>("attemptSteps")->text(), "400 of 1,000"); // before ninja counts
        QVERIFY(find<ElidedLabel>("attemptProfile")->text().contains("continues attempt 1"));
        goesOn.startStage("compile");
        QTRY_COMPARE(m_window->windowTitle(), "40 % Compiling · New — Torchmason"); // as the bar
        QCOMPARE(railWords(), "Build: Running, 40 %");
        goesOn.addProgress(0, 30, 2, true); // it makes its own file
        QTRY_COMPARE(m_window->windowTitle(), "40 % Generating code · New — Torchmason");
        QCOMPARE(find<CaptionedValue>("attemptSteps")->text(), "400 of 1,000");
        goesOn.addProgress(0, 600, 2);
        QTRY_COMPARE(m_window->windowTitle(), "40 % Compiling · New — Torchmason");
        QTRY_COMPARE(find<CaptionedValue>("attemptSteps")->text(), "400 of 1,000");
        goesOn.addProgress(300, 600, 2);
        QTRY_COMPARE(m_window->windowTitle(), "70 % Compiling · New — Torchmason");
        // With another configuration only the build file tells what stays done.
        FakeAttempt other = fake("Other");
        other.record().request.buildFolder = "/build";
        other.record().request.continuesAttempt = 2;
        other.record().request.configuration.setFlag({ "USE_CUDA", "OFF", "BOOL", ValueOrigin::Fix });
        const AttemptStore store(AppPaths::attemptsFolder());
        QCOMPARE(stepsBefore(other.record(), store), StepsBefore());
        other.write();
        m_window->openAttempt(other.folder());
        other.startStage("compile");
        other.addProgress(1, 5, 2);
        QTRY_COMPARE(find<CaptionedValue>("attemptSteps")->text(), "1 of 5");
        other.addProgress(1, 5, 2, false, 65);
        QTRY_COMPARE(find<CaptionedValue>("attemptSteps")->text(), "61 of 65");
        other.addProgress(2, 70, 2, false, 65); // never more than all
        QTRY_COMPARE(find<CaptionedValue>("attemptSteps")->text(), "2 of 70");
        other.record().request.configuration = goesOn.record().request.configuration;
        QCOMPARE(stepsBefore(other.record(), store), (StepsBefore { 1000, 400 })); // through both
    }

    void aWaitingAttemptSaysForWhat()
    {
        const FakeAttempt running = fake("First");
        FakeAttempt waiting = fake("Second");
        waiting.record().startedAt.reset();
        waiting.record().request.queue = true;
        waiting.record().waitsFor = { 1 };
        waiting.write();
        m_window->show();
        QTRY_COMPARE(shownFolder(), running.folder());
        m_window->openAttempt(waiting.folder());
        QTRY_VERIFY(find("waitingWords")->isVisible());
        QCOMPARE(find<QLabel>("attemptState")->text(), "Waiting for attempt 1");
        QTRY_COMPARE(
            m_window->windowTitle(), "Waiting · Second · attempt 2 (attempt 1: Running) — Torchmason");
        QVERIFY2(find<QLabel>("waitingWords")
                     ->text()
                     .startsWith("This build starts on its own when attempt 1 has ended"),
            qPrintable(find<QLabel>("waitingWords")->text()));
        QVERIFY(!find("attemptColumns")->isVisible());
        QCOMPARE(find<QAbstractButton>("stopButton")->text(), "Leave the queue");
        click("waitingShow");
        QCOMPARE(shownFolder(), running.folder());
        m_window->openAttempt(waiting.folder());
        waiting.record().startedAt = 1;
        waiting.record().waitsFor.clear();
        waiting.write();
        QTRY_VERIFY(find("attemptColumns")->isVisible());
    }

    // What is being prepared in the wizard is kept.
    void theButtonLeadsToTheBuildThatItTellsOf()
    {
        const FakeAttempt running = fake("New");
        m_window->show();
        QTRY_COMPARE_WITH_TIMEOUT(shownFolder(), running.folder(), 30'000);
        m_window->newBuild();
        m_window->draft().chooseProfile("tour");
        m_window->draft().setFlag("TOUR_SIZE", "small");
        m_window->openPlace(NavigationBar::Machine);
        QTRY_VERIFY(railWords().startsWith("Build: Running"));
        click("railBuild");
        QCOMPARE(shownFolder(), running.folder());
        QVERIFY(shownView()->isVisible());
        find<QAction>("actionNewBuild")->trigger();
        QVERIFY(find("wizard")->isVisible());
        QVERIFY(!m_window->draft().edits().isEmpty());
        click("railBuild");
        QVERIFY(shownView()->isVisible());
    }

    void thePercentageGoesWithItsStage()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addProgress(100, 100, 0);
        m_window->show();
        m_window->openAttempt(running.folder());
        QTRY_COMPARE(m_window->windowTitle(), "100 % Compiling · New — Torchmason");
        QCOMPARE(railWords(), "Build: Running, 100 %");
        running.endStage("compile", StageState::Succeeded, 20);
        running.startStage("verify");
        QTRY_COMPARE(m_window->windowTitle(), "Verifying · New — Torchmason");
        QCOMPARE(railWords(), "Build: Running");
    }

    // The feed of the first build has posted its progress, nobody has taken it, and then another one is
    // followed.
    void newsOfTheBuildBeforeAreDropped()
    {
        FakeAttempt first = fake("First");
        first.startStage("compile");
        FakeAttempt second = fake("Second");
        second.startStage("compile");
        LiveBuild live;
        follow(live, first, [&first] { first.addProgress(50, 100, 3); });
        live.follow(second.folder());
        QTRY_COMPARE(live.profileName(), "Second");
        QCOMPARE(live.words(), "Compiling");
        QCOMPARE(live.percent(), -1);
    }

    void anEndOfTheBuildBeforeIsDropped()
    {
        FakeAttempt first = fake("First");
        FakeAttempt second = fake("Second");
        second.startStage("compile");
        LiveBuild live;
        follow(live, first, [&first] { first.end(AttemptState::Succeeded, 60); });
        live.follow(second.folder());
        QTRY_COMPARE(live.words(), "Compiling");
        QVERIFY(live.isLive());
        second.addProgress(50, 100, 3); // its feed was not taken for the first one's
        QTRY_COMPARE(live.words(), "Compiling 50 %");
    }

    void theOtherOfTwoBuildsIsFollowed()
    {
        FakeAttempt first = fake("First");
        FakeAttempt second = fake("Second");
        LiveBuild live;
        live.follow(first.folder());
        live.follow(second.folder());
        QTRY_COMPARE(live.profileName(), "Second");
        second.end(AttemptState::Succeeded, 60);
        QTRY_COMPARE(live.folder(), first.folder());
        QVERIFY(live.isLive());
    }
};

QTEST_MAIN(LiveBuildTest)
#include "LiveBuildTest.moc"
