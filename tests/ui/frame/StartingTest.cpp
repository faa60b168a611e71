// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/CheckRow.h"
#include "tests/support/CacheFile.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/Questions.h"
#include "ui/widgets/Banner.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QSemaphore>
#include <QTimer>

#include <algorithm>
#include <atomic>

using namespace torchmason;

// Builds, retries and installs that the window starts, once each.
class StartingTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void aBuildStartsOnce()
    {
        const FakeAttempt made = over("Made", AttemptState::Failed);
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
        find<QAction>("actionBuild")->trigger();
        m_window->openAttempt(made.folder());
        QTRY_VERIFY(find("outcomeRetry")->isVisible());
        emit shownView()->retryRequested(1, {});
        gate.release(3);
        QTRY_VERIFY(!m_window->isBuilding());
        QCOMPARE(starts.load(), 1);
    }

    // Also where the question has no room for them.
    void allThatBlocksCanBeRead()
    {
        m_window->show();
        for (const int count : { 8, 30 }) {
            QStringList blockers;
            for (int i = 1; i <= count; ++i)
                blockers << QStringLiteral("Thing %1").arg(i);
            QString said;
            QStringList details;
            bool isWhole = true;
            QTimer::singleShot(0, m_window.get(), [&] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                said = box->text();
                details = box->detailedText().split(u'\n', Qt::SkipEmptyParts);
                for (QAbstractButton* button : box->buttons()) {
                    if (box->buttonRole(button) == QMessageBox::ActionRole)
                        button->click(); // shows them
                }
                QCoreApplication::processEvents();
                for (const QAbstractButton* button : box->buttons())
                    isWhole = isWhole
                        && box->rect().contains(QRect(button->mapTo(box, QPoint()), button->size()));
                box->reject();
            });
            QVERIFY(!askWhetherToBuildAnyway(m_window.get(), blockers));
            const QString headline = countsText({ .failures = count }) + QStringLiteral(". This build");
            QVERIFY2(said.startsWith(headline), qPrintable(said));
            QCOMPARE(details, count > 8 ? blockers : QStringList());
            QVERIFY(isWhole);
        }
    }

    void retryingFailsWhereItWasAskedFor()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        refuseToStart();
        m_window->show();
        m_window->openAttempt(old.folder());
        QTRY_VERIFY(find("outcomeRetry")->isVisible());
        auto* hint = find<QLabel>("attemptHint");
        const QString before = hint->text();
        click("outcomeRetry");
        QVERIFY(!find("outcomeRetry")->isEnabled());
        QVERIFY2(hint->isVisible() && hint->text().contains("before the next attempt starts"),
            qPrintable(hint->text()));
        auto* problem = find<Banner>("startProblem");
        QTRY_VERIFY(problem->isVisible());
        QCOMPARE(problem->text(), "No runner.");
        QVERIFY(find("outcomeRetry")->isEnabled());
        QCOMPARE(hint->text(), before);
    }

    void cleaningHoldsForOneBuild()
    {
        const FakeAttempt made = over("Made", AttemptState::Failed);
        Guarded<QStringList> cleaned;
        m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
            cleaned.change(
                [&](QStringList& told) { told.append(request.clean ? request.cleanLevel : QString()); });
            return ReservedAttempt { 1, made.folder() };
        });
        m_window->show();
        goToReview();
        m_window->draft().setFlag("MINE", "1");
        auto* clean = find<QComboBox>("cleanFirst");
        choose(clean, 3);
        m_window->draft().setFlag("MINE", "2");
        clickBuild();
        QTRY_COMPARE(cleaned.value().size(), 1);
        QTRY_VERIFY(m_window->findChild<AttemptView*>());
        m_window->newBuild();
        QCOMPARE(clean->currentIndex(), 0);
        m_window->draft().undoStack().undo(); // what is taken back was done while everything was to go
        QCOMPARE(clean->currentIndex(), 0);
        clickBuild();
        QTRY_COMPARE(cleaned.value(), QStringList({ "all", QString() }));
    }

    void aRetryTakesNothingFromTheWizard()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        FakeAttempt made = fake("Made");
        QSemaphore gate;
        m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
            gate.acquire();
            return ReservedAttempt { 2, made.folder() };
        });
        m_window->show();
        goToReview();
        auto* clean = find<QComboBox>("cleanFirst");
        choose(clean, 3);
        m_window->openAttempt(old.folder());
        QTRY_VERIFY(find("outcomeRetry")->isVisible());
        click("outcomeRetry");
        m_answer = CloseAnswer::Cancel;
        m_window->close();
        QCOMPARE(m_askedAbout, "Old");
        gate.release();
        QTRY_COMPARE(shownFolder(), made.folder());
        m_window->newBuild();
        QCOMPARE(clean->currentIndex(), 3);
    }

    void aFixChangesTheNextAttempt()
    {
        FakeAttempt failed = fake("Failed");
        failed.addLog("compile", "the evidence\n");
        failed.endStage("compile", StageState::Failed, 20, 1);
        failed.addFindings({ FakeAttempt::missingWork(1) });
        failed.end(AttemptState::Failed, 60);
        FakeAttempt made = fake("Made");
        QVector<BuildRequest> asked;
        startWith(made, &asked);
        m_window->show();
        m_window->openAttempt(failed.folder());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QWidget*>("fix-distributed-on"), 30'000);
        click("fix-distributed-on");
        QTRY_COMPARE(shownFolder(), made.folder());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().configuration.flagValue("USE_DISTRIBUTED"), "ON");
    }

    // As long as the wizard holds what the attempt was built with.
    void theNextNewBuildHasTheFix()
    {
        BuildDraft& draft = m_window->draft();
        const auto distributed
            = [&draft] { return draft.edits().configuration.flagValue("USE_DISTRIBUTED"); };
        m_window->show();
        draft.setFlag("USE_DISTRIBUTED", "OFF");
        goToReview();
        FakeAttempt failed = fake("Failed");
        QVector<BuildRequest> asked;
        startWith(failed, &asked);
        clickBuild();
        QTRY_COMPARE(shownFolder(), failed.folder());
        failed.record().request = asked.first();
        failed.end(AttemptState::Failed, 60);
        FakeAttempt made = fake("Made");
        startWith(made, &asked);
        const QVector<Fix> fixes = FakeAttempt::missingWork(1).fixes;
        const auto fix = std::find_if(
            fixes.begin(), fixes.end(), [](const Fix& one) { return one.id == "distributed-on"; });
        QVERIFY(fix != fixes.end());
        emit shownView()->retryRequested(1, { *fix });
        QTRY_COMPARE_WITH_TIMEOUT(shownFolder(), made.folder(), 30'000);
        QCOMPARE(asked.last().configuration.flagValue("USE_DISTRIBUTED"), "ON");
        QCOMPARE(distributed(), "ON");
        QCOMPARE(draft.undoStack().undoText(), "fix for attempt 1");
        m_window->newBuild();
        QVERIFY(find<Banner>("wizardNotice")->text().contains("attempt 1"));
        draft.undoStack().undo();
        QVERIFY(find<Banner>("wizardNotice")->isHidden());
        QCOMPARE(distributed(), "OFF");

        draft.setFlag("MINE", "1"); // it is another build now
        emit shownView()->retryRequested(1, { *fix });
        QTRY_VERIFY_WITH_TIMEOUT(!find<Wizard>("wizard")->isVisible(), 30'000); // it has begun
        QCOMPARE(m_starts.load(), 3);
        QCOMPARE(distributed(), "OFF");
    }

    void theKeyStartsOnlyWhatTheButtonDoes()
    {
        refuseToStart();
        m_window->show();
        goToReview();
        RequestWishes edits = m_window->draft().edits();
        edits.targets = { "--not-a-target" };
        m_window->draft().change("type", edits);
        QVERIFY(m_window->draft().request().ok());
        QVERIFY(!m_window->draft().plan().ok());
        QVERIFY(!buildButtonIn(*m_window)->isEnabled());
        find<QAction>("actionBuild")->trigger();
        QVERIFY(!m_window->isBuilding());
        QCOMPARE(find<QLabel>("wizardHint")->text(), m_window->draft().plan().error().message);
        QCOMPARE(m_starts.load(), 0);
    }

    void blockersAreAskedAboutOnce()
    {
        FakeAttempt made = over("Made", AttemptState::Failed);
        startWith(made);
        goToReview(); // in a window that is not shown, which looks at no machine
        QVERIFY(verdictOf(m_window->draft().problems()).failures > 0); // nothing is known of the machine
        m_buildsAnyway = false;
        clickBuild();
        QVERIFY(!m_blockers.isEmpty());
        QVERIFY2(m_blockers.join(u'\n').contains("CMake"), qPrintable(m_blockers.join(u'\n')));
        QVERIFY(!m_window->isBuilding());
        m_blockers.clear();
        find<QAction>("actionBuild")->trigger(); // the key asks as well
        QVERIFY(!m_blockers.isEmpty());
        QCOMPARE(m_starts.load(), 0);
        m_buildsAnyway = true;
        clickBuild();
        QTRY_COMPARE(m_starts.load(), 1);
    }

    // What only the disk tells is asked about, too, however fast one is.
    void aBuildWaitsForTheDisk()
    {
        FakeAttempt made = over("Made", AttemptState::Failed);
        startWith(made);
        goToReview();
        RequestWishes edits = m_window->draft().edits();
        edits.buildFolder = m_home->filePath("old");
        writeCache(edits.buildFolder, m_window->draft().request()->sourceFolder, "Unix Makefiles");
        m_window->draft().change("elsewhere", edits);
        m_buildsAnyway = false;
        find<QAction>("actionBuild")->trigger();
        QVERIFY(m_blockers.isEmpty()); // nobody was asked yet
        QVERIFY(!buildButtonIn(*m_window)->isEnabled());
        QVERIFY(!find<QLabel>("wizardHint")->text().isEmpty());
        QTRY_VERIFY(!m_blockers.isEmpty());
        QStringList stale;
        for (const CheckRow& row : m_window->draft().problems()) {
            if (row.id == "build-folder-stale")
                stale << row.found;
        }
        QCOMPARE(stale.size(), 1);
        QVERIFY2(m_blockers.join(u'\n').contains(stale.first()), qPrintable(m_blockers.join(u'\n')));
        QVERIFY(buildButtonIn(*m_window)->isEnabled());
        QVERIFY(find<QLabel>("wizardHint")->text().isEmpty());
        QVERIFY(!m_window->isBuilding());
        QCOMPARE(m_starts.load(), 0);
        // The other way round it starts by itself.
        m_buildsAnyway = true;
        m_window->draft().undoStack().undo();
        clickBuild();
        QVERIFY(!m_window->isBuilding());
        QTRY_COMPARE(m_starts.load(), 1);
    }

    // A program that was chosen just now is in the facts when the look has ended.
    void aBuildWaitsForTheMachine()
    {
        FakeAttempt made = over("Made", AttemptState::Failed);
        startWith(made);
        goToReview();
        m_window->machine().look();
        clickBuild();
        QVERIFY(!m_window->isBuilding());
        QVERIFY(!buildButtonIn(*m_window)->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(m_starts.load(), 1, 30'000);
        QVERIFY(!m_window->machine().isLooking());
    }

    void anEditTakesTheWaitingBuildBack()
    {
        refuseToStart();
        goToReview();
        m_window->draft().setFlag("MINE", "1");
        clickBuild();
        QVERIFY(!buildButtonIn(*m_window)->isEnabled());
        m_window->draft().setFlag("MINE", "2");
        QVERIFY(buildButtonIn(*m_window)->isEnabled());
        QTRY_VERIFY(m_window->draft().isDiskKnown());
        QCoreApplication::processEvents();
        QCOMPARE(m_starts.load(), 0);
        QVERIFY(!m_window->isBuilding());
    }

    void aRetryTakesTheChosenPrograms()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("a script plays CMake");
        const QString cmake = m_home->filePath("chosen/cmake");
        torchmason::write(cmake, "#!/bin/sh\necho cmake version 3.99.1\n");
        QVERIFY(QFile::setPermissions(cmake, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        FakeAttempt failed = fake("Failed");
        HostFacts facts;
        facts.tools = { { "cmake", cmake, "3.99.1", chosenByUser() } };
        failed.record().request.hostFacts = toJson(facts);
        failed.end(AttemptState::Failed, 60);
        FakeAttempt made = fake("Made");
        QVector<BuildRequest> asked;
        startWith(made, &asked);
        m_window->openAttempt(failed.folder());
        emit shownView()->retryRequested(1, {});
        QTRY_COMPARE_WITH_TIMEOUT(shownFolder(), made.folder(), 30'000);
        QCOMPARE(asked.size(), 1);
        const auto now = hostFactsFromJson(asked.first().hostFacts, "hostFacts");
        QVERIFY(now.ok());
        const ToolFacts* taken = now->tool("cmake");
        QVERIFY(taken);
        QCOMPARE(taken->path, cmake);
        QCOMPARE(taken->source, chosenByUser()); // for the next retry
    }

    void anInstallIsTakenBackByAnAttempt()
    {
        FakeAttempt installed = fake("Installed");
        installed.record().request.install.environment = m_home->filePath("venv");
        installed.end(AttemptState::Succeeded, 60);
        FakeAttempt undoing = fake("Installed");
        QVector<BuildRequest> asked;
        startWith(undoing, &asked);
        m_window->show();
        m_window->openAttempt(installed.folder());
        QTRY_VERIFY(find("outcomeCard")->isVisible());
        InstallTarget target { installed.record().request.install.environment };
        target.takesBack = 1;
        emit shownView()->installRequested(1, target, m_home->path());
        QTRY_COMPARE(shownFolder(), undoing.folder());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().install, target);
        QCOMPARE(asked.first().python.wheels, m_home->path());
        QCOMPARE(asked.first().fromStage, "install");
        QCOMPARE(asked.first().untilStage, "install");
    }

    void aWheelIsInstalledByAnAttempt()
    {
        FakeAttempt built = fake("Built");
        const QString wheel
            = built.packWheel(m_home->filePath("dist"), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "wheel");
        built.end(AttemptState::Succeeded, 60);
        FakeAttempt installing = fake("Built");
        QVector<BuildRequest> asked;
        startWith(installing, &asked);
        m_window->show();
        m_window->openAttempt(built.folder());
        QTRY_VERIFY(find("outcomeInstall")->isVisible());
        emit shownView()->installRequested(1, { m_home->filePath("venv") }, {});
        QTRY_COMPARE(shownFolder(), installing.folder());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().install.environment, m_home->filePath("venv"));
        QCOMPARE(asked.first().install.wheel, wheel);
        QCOMPARE(asked.first().fromStage, "install");
        QTRY_COMPARE(railWords(), "Build: Running"); // followed like any other
    }
};

QTEST_MAIN(StartingTest)
#include "StartingTest.moc"
