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

class StartingTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void aBuildStartsOnce();
    void retryingFailsWhereItWasAskedFor();
    void cleaningHoldsForOneBuild();
    void aRetryTakesNothingFromTheWizard();
    void aFixChangesTheNextAttempt();
    void theKeyStartsOnlyWhatTheButtonDoes();
    void blockersAreAskedAboutOnce();
    void aBuildWaitsForTheDisk();
    void aBuildWaitsForTheMachine();
    void anEditTakesTheWaitingBuildBack();
    void aRetryTakesTheChosenPrograms();
    void aWheelIsInstalledByAnAttempt();
    void anInstallIsTakenBackByAnAttempt();
};

void StartingTest::aBuildStartsOnce()
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
    clickBuild();
    QVERIFY(!buildButtonIn(*m_window)->isEnabled());
    find<QAction>(QStringLiteral("actionBuild"))->trigger();
    m_window->openAttempt(made.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeRetry"))->isVisible());
    emit m_window->findChild<AttemptView*>()->retryRequested(1, {});
    gate.release(3);
    QTRY_VERIFY(!m_window->isBuilding());
    QCOMPARE(starts.load(), 1);
}

void StartingTest::retryingFailsWhereItWasAskedFor()
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

void StartingTest::cleaningHoldsForOneBuild()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    QStringList cleaned;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        cleaned.append(request.clean ? request.cleanLevel : QString());
        return ReservedAttempt { 1, made.folder() };
    });
    m_window->show();
    goToReview();
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("1"));
    auto* clean = find<QComboBox>(QStringLiteral("cleanFirst"));
    choose(clean, 3);
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("2"));
    clickBuild();
    QTRY_COMPARE(cleaned.size(), 1);
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    m_window->newBuild();
    QCOMPARE(clean->currentIndex(), 0);
    m_window->draft().undoStack().undo(); // what is taken back was done while everything was to go
    QCOMPARE(clean->currentIndex(), 0);
    clickBuild();
    QTRY_COMPARE(cleaned, QStringList({ QStringLiteral("all"), QString() }));
}

void StartingTest::aRetryTakesNothingFromTheWizard()
{
    const FakeAttempt old = over(QStringLiteral("Old"), AttemptState::Failed);
    FakeAttempt made = fake(QStringLiteral("Made"));
    QSemaphore gate;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        gate.acquire();
        return ReservedAttempt { 2, made.folder() };
    });
    m_window->show();
    goToReview();
    auto* clean = find<QComboBox>(QStringLiteral("cleanFirst"));
    choose(clean, 3);
    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeRetry"))->isVisible());
    click(QStringLiteral("outcomeRetry"));
    m_answer = CloseAnswer::Cancel;
    m_window->close();
    QCOMPARE(m_askedAbout, QStringLiteral("Old"));
    gate.release();
    QTRY_COMPARE(shownFolder(), made.folder());
    m_window->newBuild();
    QCOMPARE(clean->currentIndex(), 3);
}

void StartingTest::aFixChangesTheNextAttempt()
{
    FakeAttempt failed = fake(QStringLiteral("Failed"));
    failed.addLog(QStringLiteral("compile"), "the evidence\n");
    failed.endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
    failed.addFindings({ FakeAttempt::missingWork(1) });
    failed.end(AttemptState::Failed, 60);
    const FakeAttempt made = fake(QStringLiteral("Made"));
    QStringList asked;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        asked << request.configuration.flagValue(QStringLiteral("USE_DISTRIBUTED"));
        return ReservedAttempt { 2, made.folder() };
    });
    m_window->show();
    m_window->openAttempt(failed.folder());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QWidget*>(QStringLiteral("fix-distributed-on")), 30'000);
    click(QStringLiteral("fix-distributed-on"));
    QTRY_COMPARE(shownFolder(), made.folder());
    QCOMPARE(asked, QStringList { QStringLiteral("ON") });
}

void StartingTest::theKeyStartsOnlyWhatTheButtonDoes()
{
    std::atomic<int> starts = 0;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        return Error { QStringLiteral("No runner.") };
    });
    m_window->show();
    goToReview();
    RequestWishes edits = m_window->draft().edits();
    edits.targets = { QStringLiteral("--not-a-target") };
    m_window->draft().change(QStringLiteral("type"), edits);
    QVERIFY(m_window->draft().request().ok());
    QVERIFY(!m_window->draft().plan().ok());
    QVERIFY(!buildButtonIn(*m_window)->isEnabled());
    find<QAction>(QStringLiteral("actionBuild"))->trigger();
    QVERIFY(!m_window->isBuilding());
    QCOMPARE(find<QLabel>(QStringLiteral("wizardHint"))->text(), m_window->draft().plan().error().message);
    QCOMPARE(starts.load(), 0);
}

void StartingTest::blockersAreAskedAboutOnce()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    std::atomic<int> starts = 0;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        return ReservedAttempt { 1, made.folder() };
    });
    goToReview(); // in a window that is not shown, which looks at no machine
    QVERIFY(verdictOf(m_window->draft().problems()).failures > 0); // nothing is known of the machine
    m_buildsAnyway = false;
    clickBuild();
    QVERIFY(!m_blockers.isEmpty());
    QVERIFY2(m_blockers.join(u'\n').contains(QStringLiteral("CMake")), qPrintable(m_blockers.join(u'\n')));
    QVERIFY(!m_window->isBuilding());
    m_blockers.clear();
    find<QAction>(QStringLiteral("actionBuild"))->trigger(); // the key asks as well
    QVERIFY(!m_blockers.isEmpty());
    QCOMPARE(starts.load(), 0);
    m_buildsAnyway = true;
    clickBuild();
    QTRY_COMPARE(starts.load(), 1);
}

// What only the disk tells is asked about, too, however fast one is.
void StartingTest::aBuildWaitsForTheDisk()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    std::atomic<int> starts = 0;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        return ReservedAttempt { 1, made.folder() };
    });
    goToReview();
    RequestWishes edits = m_window->draft().edits();
    edits.buildFolder = m_home->filePath(QStringLiteral("old"));
    torchmason::write(edits.buildFolder + QStringLiteral("/CMakeCache.txt"),
        "CMAKE_CACHEFILE_DIR:INTERNAL=" + edits.buildFolder.toUtf8()
            + "\nCMAKE_HOME_DIRECTORY:INTERNAL=" + m_window->draft().request()->sourceFolder.toUtf8()
            + "\nCMAKE_GENERATOR:INTERNAL=Unix Makefiles\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\n"
              "CMAKE_CACHE_MINOR_VERSION:INTERNAL=25\nCMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n");
    m_window->draft().change(QStringLiteral("elsewhere"), edits);
    m_buildsAnyway = false;
    find<QAction>(QStringLiteral("actionBuild"))->trigger();
    QVERIFY(m_blockers.isEmpty()); // nobody was asked yet
    QVERIFY(!buildButtonIn(*m_window)->isEnabled());
    QVERIFY(!find<QLabel>(QStringLiteral("wizardHint"))->text().isEmpty());
    QTRY_VERIFY(!m_blockers.isEmpty());
    QStringList stale;
    for (const CheckRow& row : m_window->draft().problems()) {
        if (row.id == QLatin1String("build-folder-stale"))
            stale << row.found;
    }
    QCOMPARE(stale.size(), 1);
    QVERIFY2(m_blockers.join(u'\n').contains(stale.first()), qPrintable(m_blockers.join(u'\n')));
    QVERIFY(buildButtonIn(*m_window)->isEnabled());
    QVERIFY(find<QLabel>(QStringLiteral("wizardHint"))->text().isEmpty());
    QVERIFY(!m_window->isBuilding());
    QCOMPARE(starts.load(), 0);
    // The other way round it starts by itself.
    m_buildsAnyway = true;
    m_window->draft().undoStack().undo();
    clickBuild();
    QVERIFY(!m_window->isBuilding());
    QTRY_COMPARE(starts.load(), 1);
}

// A program that was chosen just now is in the facts when the look has ended.
void StartingTest::aBuildWaitsForTheMachine()
{
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    std::atomic<int> starts = 0;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        return ReservedAttempt { 1, made.folder() };
    });
    goToReview();
    m_window->machine().look();
    clickBuild();
    QVERIFY(!m_window->isBuilding());
    QVERIFY(!buildButtonIn(*m_window)->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(starts.load(), 1, 30'000);
    QVERIFY(!m_window->machine().isLooking());
}

void StartingTest::anEditTakesTheWaitingBuildBack()
{
    std::atomic<int> starts = 0;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        ++starts;
        return Error { QStringLiteral("No runner.") };
    });
    goToReview();
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("1"));
    clickBuild();
    QVERIFY(!buildButtonIn(*m_window)->isEnabled());
    m_window->draft().setFlag(QStringLiteral("MINE"), QStringLiteral("2"));
    QVERIFY(buildButtonIn(*m_window)->isEnabled());
    QTRY_VERIFY(m_window->draft().isDiskKnown());
    QCoreApplication::processEvents();
    QCOMPARE(starts.load(), 0);
    QVERIFY(!m_window->isBuilding());
}

void StartingTest::aRetryTakesTheChosenPrograms()
{
    if (hostPlatform() == Platform::Windows)
        QSKIP("a script plays CMake");
    const QString cmake = m_home->filePath(QStringLiteral("chosen/cmake"));
    torchmason::write(cmake, "#!/bin/sh\necho cmake version 3.99.1\n");
    QVERIFY(QFile::setPermissions(cmake, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    FakeAttempt failed = fake(QStringLiteral("Failed"));
    HostFacts facts;
    facts.tools = { { QStringLiteral("cmake"), cmake, QStringLiteral("3.99.1"), chosenByUser() } };
    failed.record().request.hostFacts = toJson(facts);
    failed.end(AttemptState::Failed, 60);
    const FakeAttempt made = fake(QStringLiteral("Made"));
    QVector<BuildRequest> asked;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        asked.append(request);
        return ReservedAttempt { 2, made.folder() };
    });
    m_window->openAttempt(failed.folder());
    emit m_window->findChild<AttemptView*>()->retryRequested(1, {});
    QTRY_COMPARE_WITH_TIMEOUT(shownFolder(), made.folder(), 30'000);
    QCOMPARE(asked.size(), 1);
    const auto now = hostFactsFromJson(asked.first().hostFacts, QStringLiteral("hostFacts"));
    QVERIFY(now.ok());
    const ToolFacts* taken = now->tool(QStringLiteral("cmake"));
    QVERIFY(taken);
    QCOMPARE(taken->path, cmake);
    QCOMPARE(taken->source, chosenByUser()); // for the next retry
}

void StartingTest::anInstallIsTakenBackByAnAttempt()
{
    FakeAttempt installed = fake(QStringLiteral("Installed"));
    installed.record().request.install.environment = m_home->filePath(QStringLiteral("venv"));
    installed.end(AttemptState::Succeeded, 60);
    FakeAttempt undoing = fake(QStringLiteral("Installed"));
    QVector<BuildRequest> asked;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        asked.append(request);
        return ReservedAttempt { 2, undoing.folder() };
    });
    m_window->show();
    m_window->openAttempt(installed.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeCard"))->isVisible());
    InstallTarget target { installed.record().request.install.environment };
    target.takesBack = 1;
    emit m_window->findChild<AttemptView*>()->installRequested(1, target, m_home->path());
    QTRY_COMPARE(shownFolder(), undoing.folder());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().install, target);
    QCOMPARE(asked.first().python.wheels, m_home->path());
    QCOMPARE(asked.first().fromStage, QStringLiteral("install"));
    QCOMPARE(asked.first().untilStage, QStringLiteral("install"));
}

void StartingTest::aWheelIsInstalledByAnAttempt()
{
    FakeAttempt built = fake(QStringLiteral("Built"));
    const QString wheel = built.packWheel(m_home->filePath(QStringLiteral("dist")),
        QStringLiteral("torch-2.7.1-cp311-cp311-linux_x86_64.whl"), "wheel");
    built.end(AttemptState::Succeeded, 60);
    FakeAttempt installing = fake(QStringLiteral("Built"));
    QVector<BuildRequest> asked;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        asked.append(request);
        return ReservedAttempt { 2, installing.folder() };
    });
    m_window->show();
    m_window->openAttempt(built.folder());
    QTRY_VERIFY(find(QStringLiteral("outcomeInstall"))->isVisible());
    emit m_window->findChild<AttemptView*>()->installRequested(
        1, { m_home->filePath(QStringLiteral("venv")) }, {});
    QTRY_COMPARE(shownFolder(), installing.folder());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().install.environment, m_home->filePath(QStringLiteral("venv")));
    QCOMPARE(asked.first().install.wheel, wheel);
    QCOMPARE(asked.first().fromStage, QStringLiteral("install"));
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Running")); // followed like any other
}

QTEST_MAIN(StartingTest)
#include "StartingTest.moc"
