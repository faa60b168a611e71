// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Banner.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace torchmason;

// The window around builds: which one it speaks of, that none starts twice, and how it closes.
class LiveBuildTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void anOldAttemptDoesNotHideTheRunningOne();
    void theEndIsToldWhereItWasNotSeen();
    void aFinishedAttemptLeadsToTheWizard();
    void whatIsPreparedIsNotTakenAway();
    void aBuildStartsOnce();
    void retryingFailsWhereItWasAskedFor();
    void cleaningHoldsForOneBuild();
    void closingAsksOnlyWhileBuilding();
    void closingWaitsForTheAnswerToStop();
    void stopIsNotLostWhileStarting();

private:
    template <typename T = QWidget> T* find(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    void click(const QString& name) { find<QAbstractButton>(name)->click(); }
    FakeAttempt fake(const QString& name) const
    {
        return FakeAttempt(AttemptStore(AppPaths::attemptsFolder()), name, 10);
    }
    FakeAttempt over(const QString& name, AttemptState state) const
    {
        FakeAttempt attempt = fake(name);
        attempt.end(state, 60);
        return attempt;
    }
    // Every start answers with this attempt.
    void startWith(FakeAttempt& attempt)
    {
        m_window->setStarter([folder = attempt.folder(), number = attempt.record().number](
                                 const BuildRequest&) -> Result<ReservedAttempt> {
            return ReservedAttempt { number, folder };
        });
    }
    void goToReview()
    {
        m_window->draft().chooseProfile(QStringLiteral("tour"));
        find<Wizard>(QStringLiteral("wizard"))->goTo(Wizard::ReviewStep);
    }
    QString shownFolder() { return m_window->findChild<AttemptView*>()->folder(); }
    QString railWords() { return find(QStringLiteral("railBuild"))->accessibleName(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
    CloseAnswer m_answer = CloseAnswer::KeepBuilding;
    int m_asked = 0;
};

void LiveBuildTest::init()
{
    // The platform plugin without a screen says this by itself.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("TORCHMASON_HOME", m_home->path().toUtf8());
    m_answer = CloseAnswer::KeepBuilding;
    m_asked = 0;
    m_window = std::make_unique<MainWindow>();
    m_window->setCloseQuestion([this](QWidget*, const QString&) {
        ++m_asked;
        return m_answer;
    });
    m_window->machine().setFacts({});
}

void LiveBuildTest::cleanup()
{
    m_window.reset();
}

void LiveBuildTest::anOldAttemptDoesNotHideTheRunningOne()
{
    const FakeAttempt old = over(QStringLiteral("Old"), AttemptState::Failed);
    FakeAttempt running = fake(QStringLiteral("New"));
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
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("34 %")));
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
    m_window->openPlace(Rail::Settings);
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
    m_window->openPlace(Rail::History);
    click(QStringLiteral("railBuild"));
    QVERIFY(find(QStringLiteral("wizard"))->isVisible());
}

void LiveBuildTest::whatIsPreparedIsNotTakenAway()
{
    const FakeAttempt running = fake(QStringLiteral("New"));
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(find(QStringLiteral("runningBanner"))->isVisible(), 30'000);
    m_window->newBuild();
    m_window->openPlace(Rail::Machine);
    click(QStringLiteral("railBuild"));
    QVERIFY(find(QStringLiteral("wizard"))->isVisible());
    click(QStringLiteral("railBuild"));
    QCOMPARE(shownFolder(), running.folder());
}

void LiveBuildTest::aBuildStartsOnce()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    std::atomic<int> starts = 0;
    QSemaphore gate;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        gate.acquire();
        return ReservedAttempt { 1, made.folder() };
    });
    m_window->show();
    goToReview();
    click(QStringLiteral("wizardNext"));
    QVERIFY(!find(QStringLiteral("wizardNext"))->isEnabled());
    find<QAction>(QStringLiteral("actionBuild"))->trigger();
    m_window->openAttempt(made.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeRetry"))->isVisible());
    emit m_window->findChild<AttemptView*>()->retryRequested(1);
    gate.release(3);
    QTRY_VERIFY(!m_window->isBuilding());
    QCOMPARE(starts.load(), 1);
}

void LiveBuildTest::retryingFailsWhereItWasAskedFor()
{
    const FakeAttempt old = over(QStringLiteral("Old"), AttemptState::Failed);
    m_window->setStarter([](const BuildRequest&) -> Result<ReservedAttempt> {
        return Error { QStringLiteral("No runner.") };
    });
    m_window->show();
    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeRetry"))->isVisible());
    click(QStringLiteral("outcomeRetry"));
    QVERIFY(!find(QStringLiteral("outcomeRetry"))->isEnabled());
    auto* problem = find<Banner>(QStringLiteral("startProblem"));
    QTRY_VERIFY(problem->isVisible());
    QCOMPARE(problem->text(), QStringLiteral("No runner."));
    QVERIFY(find(QStringLiteral("outcomeRetry"))->isEnabled());
}

void LiveBuildTest::cleaningHoldsForOneBuild()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    QVector<bool> cleaned;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        cleaned.append(request.clean);
        return ReservedAttempt { 1, made.folder() };
    });
    m_window->show();
    goToReview();
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("1"));
    auto* box = find<QAbstractButton>(QStringLiteral("cleanFirst"));
    box->click();
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("2"));
    click(QStringLiteral("wizardNext"));
    QTRY_COMPARE(cleaned.size(), 1);
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    m_window->newBuild();
    QVERIFY(!box->isChecked());
    m_window->draft().undoStack().undo(); // what is taken back was done while the box was ticked
    QVERIFY(!box->isChecked());
    click(QStringLiteral("wizardNext"));
    QTRY_COMPARE(cleaned, QVector<bool>({ true, false }));
}

void LiveBuildTest::closingAsksOnlyWhileBuilding()
{
    QVERIFY(m_window->close());
    QCOMPARE(m_asked, 0);
    FakeAttempt running = fake(QStringLiteral("New"));
    m_window->show();
    startWith(running);
    goToReview();
    click(QStringLiteral("wizardNext"));
    QVERIFY(m_window->isBuilding()); // while it is being started as well
    m_answer = CloseAnswer::Cancel;
    QVERIFY(!m_window->close());
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Running"));
    QVERIFY(!m_window->close());
    QCOMPARE(m_asked, 2);
    m_answer = CloseAnswer::KeepBuilding;
    QVERIFY(m_window->close());
    QCOMPARE(m_asked, 3);
}

// Nobody listens for this attempt, so that stopping it fails; the window must say so and stay.
void LiveBuildTest::closingWaitsForTheAnswerToStop()
{
    const FakeAttempt running = fake(QStringLiteral("New"));
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(find(QStringLiteral("runningBanner"))->isVisible(), 30'000);
    m_answer = CloseAnswer::StopBuild;
    m_window->close();
    QTRY_VERIFY(find(QStringLiteral("attemptProblem"))->isVisible());
    QVERIFY(m_window->isVisible());
    QCOMPARE(shownFolder(), running.folder());
    m_answer = CloseAnswer::KeepBuilding;
    QVERIFY(m_window->close());
}

void LiveBuildTest::stopIsNotLostWhileStarting()
{
    FakeAttempt made = fake(QStringLiteral("Made"));
    QSemaphore gate;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        gate.acquire();
        return ReservedAttempt { 1, made.folder() };
    });
    m_window->show();
    goToReview();
    click(QStringLiteral("wizardNext"));
    m_answer = CloseAnswer::StopBuild;
    m_window->close();
    QVERIFY(m_window->isVisible());
    QCOMPARE(m_asked, 1);
    made.end(AttemptState::Stopped, 1); // what the runner does when it is asked
    gate.release();
    QTRY_VERIFY(!m_window->isVisible());
}

QTEST_MAIN(LiveBuildTest)
#include "LiveBuildTest.moc"
