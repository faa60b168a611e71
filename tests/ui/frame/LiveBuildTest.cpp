// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/CheckRow.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/models/AttemptFeed.h"
#include "ui/widgets/Banner.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSemaphore>

#include <atomic>

using namespace torchmason;

// The window around builds: which one it speaks of, and that none starts twice.
class LiveBuildTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void anOldAttemptDoesNotHideTheRunningOne();
    void theEndIsToldWhereItWasNotSeen();
    void aFinishedAttemptLeadsToTheWizard();
    void whatIsPreparedIsNotTakenAway();
    void thePercentageGoesWithItsStage();
    void newsOfTheBuildBeforeAreDropped();
    void anEndOfTheBuildBeforeIsDropped();
    void theOtherOfTwoBuildsIsFollowed();
};

void LiveBuildTest::anOldAttemptDoesNotHideTheRunningOne()
{
    const FakeAttempt old = over(QStringLiteral("Old"), AttemptState::Failed);
    FakeAttempt running = fake(QStringLiteral("New"));
    running.startStage(QStringLiteral("compile"));
    running.addProgress(34, 100, 2);
    m_window->show();
    auto* banner = find<Banner>(QStringLiteral("runningBanner"));
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
    QTRY_COMPARE(banner->text(), QStringLiteral("Attempt 2, New, is building: 34 %."));
    click(QStringLiteral("showRunning"));
    QCOMPARE(shownFolder(), running.folder());
    QVERIFY(!banner->isVisible());

    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find<QLabel>(QStringLiteral("attemptState"))->text().contains(QStringLiteral("ailed")));
    QVERIFY(banner->isVisible());
    QCOMPARE(railWords(), QStringLiteral("Build: Running, 34 %"));
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Compiling 34 % - New - Torchmason"));
    m_answer = CloseAnswer::Cancel;
    QVERIFY(!m_window->close());
    QCOMPARE(m_asked, 1);
    click(QStringLiteral("railBuild"));
    QCOMPARE(shownFolder(), running.folder());
    QVERIFY(!banner->isVisible());
}

void LiveBuildTest::theEndIsToldWhereItWasNotSeen()
{
    FakeAttempt running = fake(QStringLiteral("New"));
    m_window->show();
    auto* banner = find<Banner>(QStringLiteral("runningBanner"));
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
    running.end(AttemptState::Succeeded, 60);
    QTRY_COMPARE(banner->text(), QStringLiteral("Attempt 1, New, is over: succeeded."));
    QCOMPARE(railWords(), QStringLiteral("Build: Succeeded"));
    click(QStringLiteral("showRunning"));
    m_window->openPlace(NavigationBar::Settings);
    QVERIFY(!banner->isVisible()); // seen
    QVERIFY(m_window->close());
    QCOMPARE(m_asked, 0);
}

void LiveBuildTest::aFinishedAttemptLeadsToTheWizard()
{
    const FakeAttempt old = over(QStringLiteral("Old"), AttemptState::Stopped);
    m_window->show();
    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find(QStringLiteral("newBuild"))->isVisible());
    click(QStringLiteral("newBuild"));
    QVERIFY(find(QStringLiteral("wizard"))->isVisible());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Torchmason"));
    // A visit to the history is over when the user comes back by the rail.
    m_window->openAttempt(old.folder());
    m_window->openPlace(NavigationBar::History);
    click(QStringLiteral("railBuild"));
    QVERIFY(find(QStringLiteral("wizard"))->isVisible());
}

void LiveBuildTest::whatIsPreparedIsNotTakenAway()
{
    const FakeAttempt running = fake(QStringLiteral("New"));
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(find(QStringLiteral("runningBanner"))->isVisible(), 30'000);
    m_window->newBuild();
    m_window->openPlace(NavigationBar::Machine);
    click(QStringLiteral("railBuild"));
    QVERIFY(find(QStringLiteral("wizard"))->isVisible());
    click(QStringLiteral("railBuild"));
    QCOMPARE(shownFolder(), running.folder());
}

void LiveBuildTest::thePercentageGoesWithItsStage()
{
    FakeAttempt running = fake(QStringLiteral("New"));
    running.startStage(QStringLiteral("compile"));
    running.addProgress(100, 100, 0);
    m_window->show();
    m_window->openAttempt(running.folder());
    QTRY_COMPARE(m_window->windowTitle(), QStringLiteral("Compiling 100 % - New - Torchmason"));
    QCOMPARE(railWords(), QStringLiteral("Build: Running, 100 %"));
    running.endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
    running.startStage(QStringLiteral("verify"));
    QTRY_COMPARE(m_window->windowTitle(), QStringLiteral("Verifying - New - Torchmason"));
    QCOMPARE(railWords(), QStringLiteral("Build: Running"));
}

// The feed of the first build has posted its progress, nobody has taken it, and then another one is followed.
void LiveBuildTest::newsOfTheBuildBeforeAreDropped()
{
    FakeAttempt first = fake(QStringLiteral("First"));
    first.startStage(QStringLiteral("compile"));
    FakeAttempt second = fake(QStringLiteral("Second"));
    second.startStage(QStringLiteral("compile"));
    LiveBuild live;
    live.follow(first.folder());
    auto* feed = live.findChild<AttemptFeed*>();
    QVERIFY(feed);
    QSemaphore posted;
    connect(
        feed, &AttemptFeed::progressRead, feed, [&posted] { posted.release(); }, Qt::DirectConnection);
    first.addProgress(50, 100, 3);
    QVERIFY(posted.tryAcquire(1, 20'000));
    live.follow(second.folder());
    QTRY_COMPARE(live.profileName(), QStringLiteral("Second"));
    QCOMPARE(live.words(), QStringLiteral("Compiling"));
    QCOMPARE(live.percent(), -1);
}

void LiveBuildTest::anEndOfTheBuildBeforeIsDropped()
{
    FakeAttempt first = fake(QStringLiteral("First"));
    FakeAttempt second = fake(QStringLiteral("Second"));
    second.startStage(QStringLiteral("compile"));
    LiveBuild live;
    live.follow(first.folder());
    auto* feed = live.findChild<AttemptFeed*>();
    QVERIFY(feed);
    QSemaphore posted;
    connect(
        feed, &AttemptFeed::ended, feed, [&posted] { posted.release(); }, Qt::DirectConnection);
    first.end(AttemptState::Succeeded, 60);
    QVERIFY(posted.tryAcquire(1, 20'000));
    live.follow(second.folder());
    QTRY_COMPARE(live.words(), QStringLiteral("Compiling"));
    QVERIFY(live.isLive());
    second.addProgress(50, 100, 3); // its feed was not taken for the first one's
    QTRY_COMPARE(live.words(), QStringLiteral("Compiling 50 %"));
}

void LiveBuildTest::theOtherOfTwoBuildsIsFollowed()
{
    FakeAttempt first = fake(QStringLiteral("First"));
    FakeAttempt second = fake(QStringLiteral("Second"));
    LiveBuild live;
    live.follow(first.folder());
    live.follow(second.folder());
    QTRY_COMPARE(live.profileName(), QStringLiteral("Second"));
    second.end(AttemptState::Succeeded, 60);
    QTRY_COMPARE(live.folder(), first.folder());
    QVERIFY(live.isLive());
}

QTEST_MAIN(LiveBuildTest)
#include "LiveBuildTest.moc"
