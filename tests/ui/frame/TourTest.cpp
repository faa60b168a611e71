// SPDX-License-Identifier: GPL-3.0-or-later
// The tour of the first start: a build that fails on purpose, its fix, and the comparison of both.
#include "tests/support/Rows.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/TourGuide.h"
#include "ui/history/ComparisonView.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

using namespace torchmason;

class TourTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { tearDown(); }

    void itIsOfferedOnce()
    {
        auto* offer = find("tourOffer");
        QTRY_VERIFY(offer->isVisible());
        find<Wizard>("wizard")->goTo(Wizard::ProfileStep);
        QVERIFY(offer->isVisible()); // with the profiles
        find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
        QVERIFY(!offer->isVisible());
        find<Wizard>("wizard")->goTo(Wizard::MachineStep);
        QVERIFY(offer->isVisible());
        offer->findChild<QToolButton*>("bannerClose")->click();
        QVERIFY(!offer->isVisible());
        tearDown();
        open(false);
        QCOMPARE(pages().y(), 0);
        QTest::qWait(300);
        QVERIFY(!find("tourOffer")->isVisible());
    }

    // It comes when the disk has answered: its place is there before. The user who closes it gets its room.
    void itMovesNothing()
    {
        tearDown();
        setUp();
        auto* offer = find("tourOffer");
        auto* wizard = find<Wizard>("wizard");
        m_window->show();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(!offer->isVisible());
        const QRect place = pages().geometry();
        QVERIFY(place.y() > spacing::inner);
        QTRY_VERIFY(offer->isVisible());
        QTest::qWait(50); // all is laid out
        QCOMPARE(pages().geometry(), place);
        QVERIFY(offer->mapTo(wizard, QPoint(0, offer->height())).y() <= place.y());
        QVERIFY(offer->accessibleName().startsWith("See it all in less than a minute"));
        offer->findChild<QToolButton*>("bannerClose")->click();
        QVERIFY(!offer->isVisible());
        QTRY_COMPARE(pages().y(), 0); // what is not said takes no room
        wizard->offerTour(true); // it waits for the next time
        QTest::qWait(50);
        QVERIFY(!offer->isVisible());
        QCOMPARE(pages().y(), 0);
    }

    // There it is above the list, which has its room when it was closed, and stays there.
    void itsRoomIsThatOfTheProfiles()
    {
        auto* offer = find("tourOffer");
        auto* wizard = find<Wizard>("wizard");
        QTRY_VERIFY(offer->isVisible());
        wizard->goTo(Wizard::ProfileStep);
        const auto* list = wizard->findChild<QWidget*>("profileList");
        const auto topOf = [wizard](const QWidget* part) { return part->mapTo(wizard, QPoint()).y(); };
        QTRY_VERIFY(offer->isVisible() && topOf(offer) + offer->height() <= topOf(list));
        QTest::qWait(50); // all is laid out
        const int top = topOf(list);
        offer->findChild<QToolButton*>("bannerClose")->click();
        QVERIFY(!offer->isVisible());
        QTRY_COMPARE_LT(topOf(list), top);
        QTest::qWait(50); // all is laid out
        const int without = topOf(list);
        wizard->offerTour(true); // it waits for the next time
        QTest::qWait(50);
        QVERIFY(!offer->isVisible());
        QCOMPARE(topOf(list), without);
    }

    void whoHasAttemptsSeesNone()
    {
        tearDown();
        setUp();
        over("Old", AttemptState::Failed);
        m_window->show();
        QTest::qWait(300);
        QVERIFY(!find("tourOffer")->isVisible());
        QTRY_COMPARE(pages().y(), 0);
    }

    void helpStartsItAgain_data()
    {
        QTest::addColumn<NavigationBar::Place>("place");
        QTest::addColumn<QString>("button");
        newRow("the menu", NavigationBar::Machine, QString());
        newRow("the page", NavigationBar::Help, "helpTour");
        newRow("the history", NavigationBar::History, "historyTour");
    }

    void helpStartsItAgain()
    {
        QFETCH(NavigationBar::Place, place);
        QFETCH(QString, button);
        find("tourOffer")->findChild<QToolButton*>("bannerClose")->click();
        QVERIFY(TourGuide::isOver());
        m_window->openPlace(place); // the history offers it while there is no attempt
        if (!button.isEmpty())
            QTRY_VERIFY(find<QPushButton>(button)->isVisible());
        FakeAttempt made = fake("Tour");
        startWith(made);
        button.isEmpty() ? find<QAction>("actionTour")->trigger() : find<QPushButton>(button)->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_starts.load(), 1, 30'000);
        QTRY_COMPARE(shownFolder(), made.folder());
        made.startStage("compile");
        QTRY_VERIFY(says("fails on purpose"));
        QVERIFY(says("\"Charts\" what it uses")); // whether they are open or not
    }

    // What was set in the wizard before is there again, and undo knows of nothing.
    void theDraftComesBack()
    {
        m_window->draft().chooseProfile("cpu-only");
        m_window->draft().setFlag("USE_MKLDNN", "OFF");
        const RequestWishes edits = m_window->draft().edits();
        const int steps = m_window->draft().undoStack().count();
        m_window->draft().setCleanLevel(CleanLevel::Cache);
        find<Wizard>("wizard")->goTo(Wizard::ProfileStep);
        FakeAttempt made = fake("Tour");
        QVector<BuildRequest> asked;
        startWith(made, &asked);
        startTour(made);
        QCOMPARE(asked.first().profileId, "tour");
        QCOMPARE(asked.first().configuration.flagValue("TOUR_FAILURE"), "unresolved");
        QVERIFY(asked.first().configuration.flag("TOUR_FAILURE")->origin == ValueOrigin::Tour);
        QVERIFY(!asked.first().configuration.flag("USE_MKLDNN"));
        QVERIFY(cleanLevelOf(asked.first()) == CleanLevel::All); // else an earlier tour has mended it
        QVERIFY(m_window->draft().cleanLevel() == CleanLevel::Cache);
        QCOMPARE(m_window->draft().profileId(), "cpu-only");
        QVERIFY(m_window->draft().edits() == edits);
        QCOMPARE(m_window->draft().undoStack().count(), steps);
        m_window->newBuild(); // where the user was, and no step further
        QCOMPARE(find<Wizard>("wizard")->step(), Wizard::ProfileStep);
        QCOMPARE(find<Wizard>("wizard")->reached(), Wizard::ProfileStep);
        QVERIFY(!find("stepReview")->isEnabled());
    }

    void askedForTwiceItGivesTheDraftBack()
    {
        m_window->draft().chooseProfile("cpu-only");
        FakeAttempt made = fake("Tour");
        startWith(made);
        click("tourStart");
        find<QAction>("actionTour")->trigger(); // it may wait for the machine
        QTRY_COMPARE_WITH_TIMEOUT(m_starts.load(), 1, 30'000);
        QTRY_COMPARE(shownFolder(), made.folder());
        QCOMPARE(m_window->draft().profileId(), "cpu-only");
        QVERIFY(m_window->draft().edits().isEmpty());
        QCOMPARE(find<Wizard>("wizard")->reached(), Wizard::MachineStep);
    }

    void whatNobodyChoseIsNotChosenByIt()
    {
        FakeAttempt made = fake("Tour");
        startWith(made);
        QVERIFY(!m_window->draft().isProfileChosen());
        startTour(made);
        QVERIFY(!m_window->draft().isProfileChosen()); // the machine may still show that another is better
        QVERIFY(m_window->draft().profileId() != "tour");
        QVERIFY(settings()->value("wizard/profile").toString().isEmpty());
    }

    void aTourThatCannotStartGivesTheDraftBack()
    {
        m_window->draft().chooseProfile("cpu-only");
        refuseToStart();
        click("tourStart");
        QVERIFY(m_window->draft().changes().isEmpty()); // what the tour sets is not the user's
        QTRY_COMPARE_WITH_TIMEOUT(m_starts.load(), 1, 30'000);
        QTRY_COMPARE(m_window->draft().profileId(), "cpu-only");
        QVERIFY(m_window->draft().edits().isEmpty());
        QVERIFY(!guide()->isVisible() && !TourGuide::isOver());
    }

    void itLeadsFromTheFailureToTheComparison()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        first.startStage("compile");
        QTRY_VERIFY(says("fails on purpose"));
        QVERIFY(!find("tourFix")->isVisible() && !find("tourCompare")->isVisible());
        // It moves nothing below it, however long a sentence is.
        QFont large = guide()->font();
        large.setPointSizeF(large.pointSizeF() * 1.4);
        guide()->setFont(large);
        QTRY_VERIFY(guide()->height() >= 2 * guide()->fontMetrics().lineSpacing());
        QTRY_COMPARE(guide()->height(), guide()->minimumHeight());
        const int height = guide()->height();
        first.endStage("compile", StageState::Failed, 5, 1);
        first.addFindings({ FakeAttempt::missingWork(3) });
        first.end(AttemptState::Failed, 6);
        QTRY_VERIFY(says("Apply and try again"));
        // The card is under one of the tabs, and another one may be open.
        QVERIFY(says(QStringLiteral("\"%1\"").arg(find<QTabWidget>("attemptTabs")->tabText(0))));
        // It is part of the page and lies over nothing.
        QTRY_COMPARE(
            guide()->geometry().bottom() + 1, shownView()->mapTo(guide()->parentWidget(), QPoint()).y());
        auto* fix = shownView()->findChild<QPushButton*>("fix-clean");
        QTRY_VERIFY_WITH_TIMEOUT(fix || (fix = shownView()->findChild<QPushButton*>("fix-clean")), 30'000);
        QTest::mouseClick(find("tourFix"), Qt::LeftButton);
        QVERIFY(fix->hasFocus());
        QVERIFY(m_window->testAttribute(Qt::WA_KeyboardFocusChange)); // it looks like it
        QTRY_COMPARE(fix->visibleRegion().boundingRect(), fix->rect());
        find("tourFix")->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_G, Qt::AltModifier);
        QTRY_VERIFY(fix->hasFocus());

        FakeAttempt second = fake("Tour");
        second.record().request.continuesAttempt = 1;
        second.write();
        startWith(second);
        QTest::keyClick(fix, Qt::Key_Space);
        QVERIFY(says("before the next attempt starts"));
        QVERIFY(!find("tourFix")->isVisible());
        QTRY_COMPARE(shownFolder(), second.folder());
        QTRY_VERIFY(says("is being tried"));
        QTRY_COMPARE(guide()->height(), height);
        second.endStage("compile", StageState::Succeeded, 5);
        second.end(AttemptState::Succeeded, 6);
        QTRY_VERIFY(says("helped"));
        QTRY_COMPARE(guide()->height(), height);
        QVERIFY(!find("tourFix")->isVisible());
        m_window->openPlace(NavigationBar::Machine); // elsewhere it says nothing
        QVERIFY(!guide()->isVisible());
        m_window->showBuild();
        QVERIFY(guide()->isVisible());
        click("tourCompare");
        auto* comparison = m_window->findChild<ComparisonView*>();
        QTRY_VERIFY(comparison->isVisible());
        QVERIFY(TourGuide::isOver());
        // It says farewell, and leads to a build of one's own.
        QVERIFY(says("That was the tour"));
        QVERIFY(!find("tourCompare")->isVisible());
        QCOMPARE(railWords(), "Build: Succeeded"); // it leads there
        click("tourOwnBuild");
        QCOMPARE(railWords(), "Build"); // which is another one
        QVERIFY(!guide()->isVisible());
        QVERIFY(find<Wizard>("wizard")->isVisible());
        QCOMPARE(find<Wizard>("wizard")->step(), Wizard::MachineStep);
    }

    void itsFarewellGoesWithThePage_data()
    {
        QTest::addColumn<NavigationBar::Place>("next");
        QTest::newRow("back to the build") << NavigationBar::Build;
        QTest::newRow("elsewhere") << NavigationBar::Machine;
    }
    void itsFarewellGoesWithThePage()
    {
        QFETCH(NavigationBar::Place, next);
        TourGuide& tour = *find<TourGuide>("tourGuide");
        FakeAttempt first = failedTour();
        QTRY_VERIFY(says("it failed"));
        emit tour.findChild<QPushButton*>("tourCompare")->clicked();
        QTRY_VERIFY(says("That was the tour"));
        QTest::keyClick(m_window.get(), Qt::Key_F1); // a look aside
        QVERIFY(find("helpPage")->isVisible() && !guide()->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(says("That was the tour"));
        m_window->openPlace(next);
        QVERIFY(!guide()->isVisible());
        m_window->openPlace(NavigationBar::History); // where it was said
        QVERIFY(!guide()->isVisible());
    }

    void itIsLeftAtAnyMoment()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        QTRY_VERIFY(says("fails on purpose"));
        click("tourLeave");
        QVERIFY(!guide()->isVisible() && TourGuide::isOver());
        first.end(AttemptState::Failed, 6);
        QTest::qWait(500);
        QVERIFY(!guide()->isVisible());
    }

    void whoStopsItMayGoOn()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        QTRY_VERIFY(guide()->isVisible());
        first.end(AttemptState::Stopped, 6);
        QTRY_VERIFY(says("was stopped before it could fail"));
        QVERIFY(!TourGuide::isOver());
        FakeAttempt again = fake("Tour");
        again.record().request.continuesAttempt = first.record().number;
        again.write();
        m_window->openAttempt(again.folder());
        QTRY_VERIFY(says("fails on purpose"));
    }

    // Each says what it was, and the next attempt goes on with the tour.
    void anotherFailureDoesNotEndIt()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        failAt(first, "fetch");
        QTRY_VERIFY(says("this was not planned"));
        QVERIFY(says("Try again") && !find("tourFix")->isVisible());
        FakeAttempt second = next(first);
        QTRY_VERIFY(says("fails on purpose"));
        failAt(second, "compile");
        QTRY_VERIFY(says("2 of 3: it failed"));
        FakeAttempt third = next(second);
        QTRY_VERIFY(says("is being tried"));
        failAt(third, "configure");
        QTRY_VERIFY(says("this was not planned"));
        FakeAttempt fourth = next(third);
        QTRY_VERIFY(says("is being tried"));
        fourth.end(AttemptState::Stopped, 6);
        QTRY_VERIFY(says("it was stopped"));
        FakeAttempt last = next(fourth);
        QTRY_VERIFY(says("is being tried"));
        last.end(AttemptState::Succeeded, 6);
        QTRY_VERIFY(says("helped"));
        QVERIFY(!TourGuide::isOver());
    }

    void aFixThatDidNotHelpIsSaid()
    {
        FakeAttempt first = failedTour();
        QTRY_VERIFY(says("Apply and try again"));
        FakeAttempt second = fake("Tour");
        second.record().request.continuesAttempt = first.record().number;
        second.record().request.answers.append({ first.record().number, "link", {}, "Clean", false });
        second.write();
        m_window->openAttempt(second.folder());
        QTRY_VERIFY(says("is being tried"));
        failAt(second, "compile");
        QTRY_VERIFY(says("the fix did not help"));
        QVERIFY(!says("Apply and try again") && !find("tourFix")->isVisible());
        QVERIFY(says("Help menu begins again"));
        QVERIFY(!TourGuide::isOver());
    }

    void theNextStartGoesOnWithIt()
    {
        FakeAttempt first = failedTour();
        QTRY_VERIFY(says("2 of 3: it failed"));
        FakeAttempt second = next(first);
        QTRY_VERIFY(says("is being tried"));
        QVERIFY(m_window->close()); // and keep building
        tearDown();
        open(false);
        QTRY_VERIFY(says("is being tried"));
        second.end(AttemptState::Succeeded, 6);
        QTRY_VERIFY(says("helped") && find("tourCompare")->isVisible());
        QVERIFY(!TourGuide::isOver());
    }

    void anotherProfileEndsIt()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        QTRY_VERIFY(says("fails on purpose"));
        first.end(AttemptState::Stopped, 6);
        QTRY_VERIFY(says("was stopped"));
        FakeAttempt own = fake("Mine");
        own.record().request.profileId = "mine";
        own.write();
        m_window->openAttempt(own.folder());
        QTRY_VERIFY(TourGuide::isOver());
        QVERIFY(!guide()->isVisible());
    }

private:
    static void failAt(FakeAttempt& attempt, const QString& stage)
    {
        attempt.startStage(stage);
        attempt.endStage(stage, StageState::Failed, 5, 1);
        attempt.end(AttemptState::Failed, 6);
    }
    FakeAttempt failedTour()
    {
        FakeAttempt first = fake("Tour");
        startWith(first);
        startTour(first);
        failAt(first, "compile");
        return first;
    }
    FakeAttempt next(FakeAttempt& before)
    {
        FakeAttempt attempt = fake("Tour");
        attempt.record().request.continuesAttempt = before.record().number;
        attempt.write();
        m_window->openAttempt(attempt.folder());
        return attempt;
    }
    void open(bool fresh = true)
    {
        if (fresh) {
            setUp();
        } else {
            m_window = std::make_unique<MainWindow>();
            m_window->machine().setFacts({});
        }
        showActive();
    }
    QStackedWidget& pages()
    {
        return *find("wizard")->findChild<QStackedWidget*>({}, Qt::FindDirectChildrenOnly);
    }
    TourGuide* guide() { return m_window->findChild<TourGuide*>(); }
    bool says(const QString& words) { return guide()->isVisible() && guide()->text().contains(words); }
    void startTour(const FakeAttempt& made)
    {
        const int before = m_starts;
        click("tourStart");
        QTRY_COMPARE_WITH_TIMEOUT(m_starts.load(), before + 1, 30'000);
        QTRY_COMPARE(shownFolder(), made.folder());
    }
};

QTEST_MAIN(TourTest)
#include "TourTest.moc"
