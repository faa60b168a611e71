// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"
#include "core/base/AppPaths.h"
#include "core/patch/PatchJournal.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/pages/CacheField.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CopyBox.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QWheelEvent>

#include <algorithm>

using namespace torchmason;

// The last look before a build: what can be left out, chosen and seen there.
class ReviewTest : public QObject, private WizardHarness {
    Q_OBJECT

private:
    // In the window that has the keys.
    bool goToReview()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        m_wizard->activateWindow();
        return QTest::qWaitForWindowActive(m_wizard.get());
    }
    int placeOf(const QWidget* widget) const { return widget->mapTo(m_wizard.get(), QPoint()).y(); }
    CheckRowWidget* row(const QString& id) { return find<CheckList>("reviewProblems")->rowWidget(id); }

private slots:
    void initTestCase() { QApplication::setStyle(new ApplicationStyle); } // Return presses by it
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void memoryIsTypedWithItsUnit_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("mebibytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("a number") << "16" << 16 * 1024 << "at most 16 GB";
        QTest::newRow("gigabytes") << "1.5 GB" << 1536 << "at most 1536 MB";
        QTest::newRow("megabytes") << "4096 MB" << 4096 << "at most 4 GB";
        QTest::newRow("too little") << "100 MB" << 256 << "at most 256 MB";
        QTest::newRow("no unit") << "12 apples" << 12 * 1024 << "at most 12 GB";
        QTest::newRow("none") << "0" << 0 << "no limit";
    }
    void memoryIsTypedWithItsUnit()
    {
        QFETCH(QString, typed);
        QFETCH(int, mebibytes);
        QFETCH(QString, shown);
        m_draft->edit("memory", {}, [](RequestWishes& edits) { edits.memoryLimit = 8 * gibibyte; });
        QVERIFY(goToReview());
        auto* limit = find<QSpinBox>("memoryLimit");
        QCOMPARE(limit->text(), "at most 8 GB");
        limit->setFocus();
        limit->selectAll();
        QTest::keyClicks(limit, typed);
        find("jobs")->setFocus();
        QCOMPARE(limit->text(), shown);
        QCOMPARE(m_draft->edits().memoryLimit,
            mebibytes > 0 ? std::optional(Bytes(mebibytes) * mebibyte) : std::nullopt);
        limit->stepBy(1);
        QCOMPARE(m_draft->edits().memoryLimit, std::optional(Bytes(mebibytes / 1024 + 1) * gibibyte));
    }

    void itIsSaidWhereJobsAreFrom()
    {
        QVERIFY(goToReview());
        auto* reason = find<QLabel>("jobsReason");
        m_draft->edit("a variable", {}, [](RequestWishes& edits) {
            edits.configuration.setEnvironment({ "MAX_JOBS", "37" });
        });
        QTRY_VERIFY2(reason->text().startsWith("37, from your MAX_JOBS"), qPrintable(reason->text()));
    }

    void theWheelTurnsThePage()
    {
        QVERIFY(goToReview());
        auto* jobs = find<QSpinBox>("jobs");
        const auto turn = [jobs] {
            QWheelEvent event(QPointF(3, 3), jobs->mapToGlobal(QPointF(3, 3)), {}, QPoint(0, 120),
                Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(jobs, &event);
        };
        QVERIFY(!(jobs->focusPolicy() & Qt::WheelFocus & ~Qt::StrongFocus));
        turn();
        QVERIFY(m_draft->edits().isEmpty());
        jobs->setFocus();
        turn();
        QCOMPARE(m_draft->edits().jobs, std::optional(1));
    }

    // The part of the smallest window that is the wizard's.
    void largeLettersDoNotScrollSideways()
    {
        QFont font = m_wizard->font();
        font.setPointSize(14);
        m_wizard->setFont(font);
        m_wizard->resize(902, 672);
        QVERIFY(goToReview());
        QCoreApplication::processEvents(); // the columns have these letters a moment later
        m_wizard->grab();
        QTRY_COMPARE(find<QScrollArea>("reviewScroll")->horizontalScrollBar()->maximum(), 0);
    }

    void whatTheUserChangedStandsAboveThePlan()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        auto* changes = find<QLabel>("reviewChanges");
        QVERIFY(!changes->isVisible());
        m_draft->setFlag("MY_FLAG", "ON", "BOOL");
        m_draft->setEnvironment("MY_TOKEN", QStringLiteral("secret-word"));
        m_draft->edit("jobs", {}, [](RequestWishes& edits) { edits.jobs = 3; });
        QTRY_VERIFY(changes->isVisible());
        const QStringList lines = changes->text().split(u'\n');
        QVERIFY2(lines.contains("MY_FLAG: ON (not set by the profile)"), qPrintable(changes->text()));
        QVERIFY2(
            changes->text().contains("Number of jobs: 3 (profile: automatic"), qPrintable(changes->text()));
        QVERIFY(changes->text().contains("MY_TOKEN") && !changes->text().contains("secret-word"));
        QVERIFY(placeOf(changes) < placeOf(find("reviewPlaces")));
        while (m_draft->undoStack().canUndo())
            m_draft->undoStack().undo();
        QTRY_VERIFY(!changes->isVisible());
    }

    // What a tour plants is told only where it comes from an attempt: the tour's own build shows it
    // elsewhere.
    void whatComesFromAnAttemptSaysSo()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        auto* changes = find<QLabel>("reviewChanges");
        RequestWishes edits;
        edits.configuration.setFlag({ "TOUR_FAILURE", "unresolved", "STRING", ValueOrigin::Tour });
        m_draft->change("tour", edits);
        QCOMPARE(m_draft->changedFlags(), 0);
        QVERIFY(m_draft->changes().isEmpty());
        m_draft->undoStack().undo();
        m_draft->take({ 3, edits.configuration }, "settings of attempt 3", edits);
        QCOMPARE(m_draft->changedFlags(), 1);
        QTRY_VERIFY(changes->isVisible());
        QVERIFY2(changes->text().endsWith(", from attempt 3"), qPrintable(changes->text()));
        m_draft->take({ 5, {} }, "settings of attempt 5", {});
        QVERIFY(m_draft->changes().isEmpty());
        m_draft->undoStack().undo();
        QCOMPARE(m_draft->attemptOf({ "TOUR_FAILURE", {}, {} }), std::optional(3));
        QTRY_VERIFY(changes->isVisible());
        m_draft->setFlag("TOUR_FAILURE", "compile");
        QTRY_VERIFY(changes->text().contains("compile"));
        QVERIFY(!changes->text().contains("attempt"));
    }

    // The focus in a form below would else keep the forms in their place, and move what is above.
    void theRestOfTheChangesComesWithoutAJump()
    {
        QVERIFY(goToReview());
        for (int i = 1; i <= 30; ++i)
            m_draft->setFlag(QStringLiteral("FLAG_%1").arg(i), "1");
        auto* changes = find<QLabel>("reviewChanges");
        auto* more = find<QPushButton>("reviewChangesMore");
        QTRY_COMPARE(changes->text().split(u'\n').size(), 12);
        QTRY_VERIFY(more->isVisible());
        find("sourceFolder")->setFocus();
        find<QScrollArea>("reviewScroll")->ensureWidgetVisible(more);
        QCoreApplication::processEvents();
        const int place = placeOf(changes);
        const int height = changes->height();
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(changes->text().split(u'\n').size(), 30);
        QTRY_VERIFY(changes->height() > height);
        QCoreApplication::processEvents();
        QCOMPARE(placeOf(changes), place);
        QVERIFY(!more->isVisible());
    }

    void aStageIsLeftOut()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        auto* box = find<QAbstractButton>("stage-verify-run");
        QVERIFY(box->isChecked());
        box->click();
        QCOMPARE(m_draft->request()->skippedStages, QStringList { "verify" });
        QVERIFY(m_draft->plan()->stages.last().skipped);
        QVERIFY(!box->isChecked());
        QVERIFY(box->isVisible());
        QVERIFY(find("stage-verify")->accessibleName().contains("skipped"));
        m_draft->undoStack().undo();
        QVERIFY(box->isChecked());
        QVERIFY(m_draft->request()->skippedStages.isEmpty());
        // What will not run anyhow cannot be left out, and none of it opens.
        QVERIFY(!find("stage-clean-run")->isVisible());
        const QVector<Stage>& stages = m_draft->plan()->stages;
        QVERIFY(std::any_of(stages.begin(), stages.end(),
            [](const Stage& stage) { return stage.id == "clean" && !stage.commands.isEmpty(); }));
        QVERIFY(!find("stage-clean-toggle")->isVisible() && find("stage-compile-toggle")->isVisible());
    }

    void cleaningHasOneName()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        const auto* box = find<QComboBox>("cleanFirst");
        for (const CleanLevel level :
            { CleanLevel::None, CleanLevel::Cache, CleanLevel::Stale, CleanLevel::All }) {
            m_draft->setCleanLevel(level);
            const auto asked = m_draft->request();
            QVERIFY(asked);
            QTRY_COMPARE(box->currentText(), requestValues(*asked).value("Clean first"));
        }
        QCOMPARE(box->currentText(), "the whole build folder");
    }

    // An emptied folder must be configured, so without that stage there is no plan; the box must stay to be
    // ticked.
    void leavingOutTooMuchIsTakenBack()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        m_draft->setCleanLevel(CleanLevel::All);
        auto* box = find<QAbstractButton>("stage-configure-run");
        box->click();
        QVERIFY(!m_draft->plan().ok());
        QVERIFY(find("reviewImpossible")->isVisible());
        QVERIFY(!find("stage-compile")->isVisible());
        QVERIFY(box->isVisible());
        QVERIFY(!box->isChecked());
        box->click();
        QVERIFY(m_draft->plan().ok());
        QVERIFY(find("stage-compile")->isVisible());
        QVERIFY(box->isChecked());
    }

    void returnTwiceDoesNotBuild()
    {
        QSignalSpy builds(m_wizard.get(), &Wizard::buildRequested);
        m_wizard->goTo(Wizard::FlagsStep);
        auto* next = find("wizardNext");
        next->setFocus();
        QTest::keyClick(next, Qt::Key_Return);
        QCOMPARE(m_wizard->step(), Wizard::ReviewStep);
        QTest::keyClick(m_wizard->focusWidget(), Qt::Key_Return);
        QCOMPARE(builds.count(), 0);
        auto* build = buildButtonIn(*m_wizard);
        build->setFocus();
        QTest::keyClick(build, Qt::Key_Return);
        QCOMPARE(builds.count(), 1);
    }

    void itBeginsAtTheTop()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        QScrollBar* bar = find<QScrollArea>("reviewScroll")->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        m_wizard->goTo(Wizard::FlagsStep);
        m_wizard->goTo(Wizard::ReviewStep);
        QCOMPARE(bar->value(), 0);
    }

    void keysLeadToTheFields()
    {
        QVERIFY(goToReview());
        click("reviewMoreToggle");
        for (const char* name : { "result", "sourceFolder", "jobs", "cleanFirst", "ownEnvironment" }) {
            const QWidget* field = find(QLatin1String(name));
            const auto labels = m_wizard->findChildren<QLabel*>();
            const auto label = std::find_if(labels.begin(), labels.end(),
                [field](const QLabel* one) { return one->isVisible() && one->buddy() == field; });
            QVERIFY2(label != labels.end(), name);
            const QKeyCombination key = QKeySequence::mnemonic((*label)->text())[0];
            QTest::keyClick(m_wizard.get(), key.key(), key.keyboardModifiers());
            QVERIFY2(field->hasFocus(), name);
        }
    }

    void keysOfTheReviewAreDistinct()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        QStringList keys;
        for (const QWidget* widget : m_wizard->findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            const auto* label = qobject_cast<const QLabel*>(widget);
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const QString text = button   ? button->text()
                : label && label->buddy() ? label->text()
                                          : QString();
            if (const QKeySequence key = QKeySequence::mnemonic(text); !key.isEmpty())
                keys.append(key.toString());
        }
        QVERIFY(keys.size() >= 6);
        QVERIFY(!keys.contains("Alt+N")); // on the steps before it is Next, and may be pressed once too often
        QStringList once = keys;
        once.removeDuplicates();
        QCOMPARE(keys, once);
    }

    void whatPyTorchDoesWithCcacheIsTold()
    {
        CacheField field;
        BuildRequest request;
        HostFacts facts;
        facts.platform = Platform::Linux;
        const auto note = [&] {
            field.showProfiles(request, facts);
            return findIn<QLabel>(field, "cacheNote")->text();
        };
        QCOMPARE(note(), "The profile sets none.");
        FlagValue wish;
        wish.name = "USE_CCACHE";
        wish.value = "ON";
        request.configuration.flags = { wish };
        QCOMPARE(note(), "USE_CCACHE is ON, but ccache is not installed: nothing is cached.");
        field.showProfiles(request, facts, false);
        QCOMPARE(findIn<QLabel>(field, "cacheNote")->text(),
            "USE_CCACHE is ON: PyTorch uses ccache where it is installed.");
        facts.tools = { { "ccache", "/usr/bin/ccache", "4.8", {} } };
        QCOMPARE(note(), "USE_CCACHE is ON: PyTorch uses the installed ccache.");
        request.configuration.flags.clear();
        QCOMPARE(note(), "The profile sets none; PyTorch finds the installed ccache and uses it.");
        request.configuration.flags = { wish };
        request.configuration.flags.first().value = "OFF";
        QCOMPARE(note(), "The profile sets none.");
    }

    void aCompilerCacheIsChosen()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        auto* cache = find<QComboBox>("compilerCache");
        auto* storage = find<QLineEdit>("cacheStorage");
        const auto launcher
            = [this] { return m_draft->request()->configuration.flagValue("CMAKE_CXX_COMPILER_LAUNCHER"); };
        QVERIFY(!storage->isVisible());
        QVERIFY(find("cacheNote")->isVisible());
        choose(cache, cache->findData("ccache"));
        QCOMPARE(launcher(), "ccache");
        QVERIFY(storage->isVisible());
        QVERIFY(!find("cacheNote")->isVisible());
        type("cacheStorage", "redis://far");
        const auto& environment = m_draft->request()->configuration.environment;
        QVERIFY(std::any_of(environment.begin(), environment.end(), [](const EnvironmentValue& value) {
            return value.name == "CCACHE_REMOTE_STORAGE" && value.value == "redis://far";
        }));
        // Another cache has another address.
        choose(cache, cache->findData("distcc"));
        QCOMPARE(launcher(), "distcc");
        QVERIFY(!storage->isVisible());
        QVERIFY(m_draft->edits().cacheStorage.isEmpty());
        m_draft->undoStack().undo();
        QCOMPARE(cache->currentText(), "ccache");
        QCOMPARE(storage->text(), "redis://far");
        m_draft->undoStack().undo();
        m_draft->undoStack().undo();
        QCOMPARE(cache->currentIndex(), 0);
        QVERIFY(m_draft->edits().isEmpty());
    }

    void theSourceIsTheOneThatIsBuilt()
    {
        ProfileCatalogue catalogue = threeProfiles();
        SourceSpec& source = catalogue.profiles.first().source;
        source.kind = SourceKind::Git;
        source.url = "https://example.com/pytorch.git";
        source.tag = "v2.9.0";
        m_draft->setCatalogue(catalogue);
        m_wizard->goTo(Wizard::ReviewStep);
        const auto shown = [this] { return withoutBreaks(find<QLabel>("reviewSource")->text()); };
        QTRY_COMPARE(shown(), "Source: https://example.com/pytorch.git at v2.9.0");

        const QString tree = m_home->filePath("tree");
        torchmason::write(tree + "/CMakeLists.txt", "project(Torch CXX C)\n");
        torchmason::write(tree + "/version.txt", "2.6.0a0\n");
        m_draft->edit("places", {}, [&tree](RequestWishes& edits) { edits.sourceFolder = tree; });
        QTRY_COMPARE(
            shown(), QStringLiteral("Source: %1, PyTorch 2.6.0").arg(QDir::toNativeSeparators(tree)));
    }

    void changesToTheSourceAreShown()
    {
        torchmason::write(m_home->filePath("tree/setup.py"), "one\ntwo\nthree\n");
        ProfileCatalogue catalogue = threeProfiles();
        Profile& first = catalogue.profiles.first();
        first.source.kind = SourceKind::ExistingTree;
        first.patches = { { "setup.py", "two", "2", "digits are shorter", {} } };
        m_draft->setCatalogue(catalogue);
        RequestWishes edits = m_draft->edits();
        edits.sourceFolder = m_home->filePath("tree");
        edits.buildFolder = m_home->filePath("build");
        m_draft->change("places", edits);
        m_wizard->goTo(Wizard::ReviewStep);
        auto* changes = find<CopyBox>("stage-patch-changes");
        QTRY_VERIFY2(changes->text().contains("-two\n+2\n"), qPrintable(changes->text()));
        QVERIFY(!row("patches"));

        torchmason::write(m_home->filePath("tree/setup.py"), "one\n2\nthree\n");
        m_draft->checkDiskAgain();
        QTRY_COMPARE(changes->text(), "The source has all of these changes already.");

        torchmason::write(m_home->filePath("tree/setup.py"), "another release\n");
        m_draft->checkDiskAgain();
        QTRY_VERIFY(row("patches"));
        QVERIFY(changes->text().isEmpty());
        // What an earlier attempt made, and the fetch stage undoes, is not in the way.
        torchmason::write(m_home->filePath("tree/setup.py"), "one\ntwo\nthree\n");
        const QString attempt = AppPaths::attemptsFolder() + "/1";
        QVERIFY(QDir().mkpath(attempt));
        QVERIFY(applyPatches(m_home->filePath("tree"), { { "setup.py", "two", "zwei", "German", {} } },
            attempt, [](const QString&) {}));
        m_draft->checkDiskAgain();
        QTRY_VERIFY2(changes->text().contains("-two\n+2\n"), qPrintable(changes->text()));
        QVERIFY(!row("patches"));

        torchmason::write(m_home->filePath("tree/setup.py"), "another release\n");
        m_draft->checkDiskAgain();
        QTRY_VERIFY(row("patches"));
        // Without the stage nobody needs them.
        click("stage-patch-run");
        QTRY_VERIFY(!row("patches"));
    }

    // Another attempt may be emptying it at this moment.
    void aFolderInWhichAnAttemptBuildsIsSaidToBe()
    {
        ProfileCatalogue catalogue = threeProfiles();
        catalogue.profiles.first().source.kind = SourceKind::ExistingTree;
        m_draft->setCatalogue(catalogue);
        RequestWishes edits = m_draft->edits();
        edits.sourceFolder = m_home->filePath("tree");
        edits.buildFolder = m_home->filePath("build");
        m_draft->change("places", edits);
        m_wizard->goTo(Wizard::ReviewStep);
        QTRY_VERIFY(m_draft->isDiskKnown());
        QVERIFY(!row("build-folder-in-use"));
        auto claim = FolderClaim::takeBuild(edits.buildFolder, 11);
        QVERIFY2(claim.ok(), claim.ok() ? "" : qPrintable(claim.error().message));
        m_draft->checkDiskAgain();
        QTRY_VERIFY(row("build-folder-in-use"));
        const auto problems = m_draft->problems();
        const auto inUse = std::find_if(problems.begin(), problems.end(),
            [](const CheckRow& one) { return one.id == "build-folder-in-use"; });
        QVERIFY2(inUse->found.startsWith("Attempt 11 is building in "), qPrintable(inUse->found));
        QVERIFY2(!inUse->found.contains("--queue"), qPrintable(inUse->found));
        QVERIFY2(!inUse->fixText.contains("starts on its own"), qPrintable(inUse->fixText));
        claim->reset();
        m_draft->checkDiskAgain();
        QTRY_VERIFY(!row("build-folder-in-use"));
    }

    void whatToExpectIsShown()
    {
        HostFacts facts = m_machine->facts();
        facts.logicalCores = 8;
        facts.memoryTotal = 16 * gibibyte;
        m_machine->setFacts(facts);
        m_draft->chooseProfile("tour");
        m_wizard->goTo(Wizard::ReviewStep);
        auto* time = find<QLabel>("expectedTime");
        auto* reason = find<QLabel>("expectedTimeReason");
        QTRY_VERIFY2(time->text().endsWith(" s"), qPrintable(time->text()));
        QVERIFY2(reason->text().contains("8 jobs on 8 cores"), qPrintable(reason->text()));
        QCOMPARE(time->accessibleDescription(), reason->text());
        QVERIFY(time->toolTip().contains("Known from"));
        for (const char* other : { "expectedDisk", "expectedMemory", "expectedSize" })
            QVERIFY2(find<QLabel>(QLatin1String(other))->text().contains("MB"), other);
        // What the user changes counts.
        RequestWishes edits = m_draft->edits();
        edits.jobs = 2;
        m_draft->change("jobs", edits);
        QTRY_VERIFY2(reason->text().contains("2 jobs"), qPrintable(reason->text()));
        edits.jobs.reset();
        m_draft->change("jobs", edits);
        facts.logicalCores.reset();
        m_machine->setFacts(facts);
        QTRY_COMPARE(time->text(), "unknown");
        QVERIFY2(reason->text().contains("number of processors"), qPrintable(reason->text()));
    }
};

QTEST_MAIN(ReviewTest)
#include "ReviewTest.moc"
