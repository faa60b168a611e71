// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestDifference.h"
#include "tests/support/CacheFile.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/pages/CacheField.h"
#include "ui/text/BreakableText.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Theme.h"

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
    // A machine with one card and its toolkit; nothing else is known of it.
    void setCard()
    {
        HostFacts facts;
        GpuFacts gpu;
        gpu.name = "NVIDIA GeForce RTX 5070";
        gpu.computeCapability = "12.0";
        gpu.driver = "580.65.06";
        facts.gpus = { gpu };
        CudaToolkitFacts toolkit;
        toolkit.root = "/usr/local/cuda-12.8";
        toolkit.nvcc = toolkit.root + "/bin/nvcc";
        toolkit.version = "12.8";
        toolkit.winsOnPath = true;
        facts.cudaToolkits = { toolkit };
        m_machine->setFacts(facts);
    }
    void askForAnotherCard() // than setCard() has; two steps of undo
    {
        m_draft->setFlag("USE_CUDA", "ON", "BOOL");
        m_draft->setFlag("TORCH_CUDA_ARCH_LIST", "8.9");
    }
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

    // A problem that comes above while a field is typed in moves nothing under the hands.
    void fieldsStayWhileProblemsComeAndGo()
    {
        setCard();
        QVERIFY(goToReview());
        auto* field = find<QLineEdit>("sourceFolder");
        auto* problems = find<CheckList>("reviewProblems");
        field->setFocus();
        find<QScrollArea>("reviewScroll")->ensureWidgetVisible(field);
        QCoreApplication::processEvents();
        const int place = placeOf(field);
        const int before = problems->height();
        askForAnotherCard();
        QTRY_VERIFY(row("arch-not-for-gpu") && problems->height() != before);
        QTRY_COMPARE(placeOf(field), place);
        const int grown = problems->height();
        m_draft->undoStack().undo();
        m_draft->undoStack().undo();
        QTRY_VERIFY(problems->height() < grown);
        QTRY_COMPARE(placeOf(field), place);
    }

    // At its beginning the page cannot be scrolled for what goes.
    void fieldsStayWhereThePageBegins()
    {
        setCard();
        askForAnotherCard();
        QVERIFY(goToReview());
        QTRY_VERIFY(row("arch-not-for-gpu") && row("arch-not-for-gpu")->height() > 0);
        auto* field = find<QLineEdit>("sourceFolder");
        auto* problems = find<CheckList>("reviewProblems");
        QScrollBar* bar = find<QScrollArea>("reviewScroll")->verticalScrollBar();
        field->setFocus();
        QCoreApplication::processEvents();
        bar->setValue(0);
        const int place = placeOf(field);
        const int before = problems->height();
        m_draft->undoStack().undo();
        m_draft->undoStack().undo();
        QTRY_VERIFY(problems->height() < before);
        QTRY_COMPARE(placeOf(field), place);
        m_wizard->goTo(Wizard::FlagsStep); // entered again it is as high as what it says
        m_wizard->goTo(Wizard::ReviewStep);
        QTRY_VERIFY(placeOf(field) < place);
    }

    // The sample has no release to fetch.
    void theHeadNamesTheProfileThatCannotBeBuilt()
    {
        m_draft->edit("release", {}, [](RequestWishes& edits) { edits.tag = "v9.9.9"; });
        m_wizard->goTo(Wizard::ReviewStep);
        QVERIFY(!m_draft->plan().ok());
        const QString head = find<QLabel>("reviewVerdict")->text();
        QCOMPARE(head, verdictText(verdictOf(m_draft->problems()), "first"));
        QVERIFY2(head.startsWith("For first: "), qPrintable(head));
        QVERIFY(row("request"));
        QCOMPARE(find<QLabel>("check-request-weight")->text(), "blocks the build");
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
        QVERIFY2(lines.contains("MY_FLAG: ON (the profile sets none)"), qPrintable(changes->text()));
        QVERIFY2(changes->text().contains("The number of jobs: 3 ("), qPrintable(changes->text()));
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

    void aStaleFolderIsToldAndCleaned()
    {
        const QString build = m_home->filePath("old");
        writeCache(build, m_draft->request()->sourceFolder, "Unix Makefiles");
        m_wizard->goTo(Wizard::ReviewStep);
        QVERIFY(!row("build-folder-stale"));
        RequestWishes edits = m_draft->edits();
        edits.buildFolder = build;
        m_draft->change("elsewhere", edits);
        QTRY_VERIFY(row("build-folder-stale"));
        choose(find<QComboBox>("cleanFirst"), 3);
        QVERIFY(m_draft->request()->clean);
        QTRY_VERIFY(!row("build-folder-stale"));
        choose(find<QComboBox>("cleanFirst"), 0);
        QTRY_VERIFY(row("build-folder-stale"));
        // What is elsewhere says nothing of here.
        m_draft->undoStack().undo();
        QTRY_VERIFY(!row("build-folder-stale"));
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
        // Without the stage nobody needs them.
        click("stage-patch-run");
        QTRY_VERIFY(!row("patches"));
    }

    void oneClickMakesAChange()
    {
        setCard();
        askForAnotherCard();
        m_wizard->goTo(Wizard::ReviewStep);
        const QString id = "arch-not-for-gpu";
        QVERIFY(row(id));
        const QString name = "check-arch-not-for-gpu-change1";
        QTRY_VERIFY(m_wizard->findChild<QAbstractButton*>(name)); // changes are tried first
        auto* button = find<QAbstractButton>(name);
        QTRY_VERIFY(button->isVisible()); // with the next layout of its row
        QVERIFY(button->text().contains("12.0"));
        button->click();
        QTRY_VERIFY(!row(id));
        QCOMPARE(m_draft->request()->configuration.flagValue("TORCH_CUDA_ARCH_LIST"), "12.0");
        m_draft->undoStack().undo();
        QVERIFY(row(id));
    }

    // A request that lacks its toolkit cannot be made; what else is in the way is shown with it.
    void whatCannotBeAskedForIsListedAllTheSame()
    {
        HostFacts facts;
        facts.osName = "Debian GNU/Linux 12 (bookworm)";
        m_machine->setFacts(facts);
        Profile profile = profileNamed("card", "cherries");
        profile.needs.cudaMinimum = "12.8";
        profile.needs.computeCapabilities = { "12.0" };
        profile.configuration.setFlag({ "USE_CUDA", "ON", {} });
        profile.configuration.setFlag({ "CUDA_TOOLKIT_ROOT_DIR", "${cuda}", {} });
        ProfileCatalogue catalogue;
        catalogue.profiles = { profile };
        m_draft->setCatalogue(catalogue);
        m_draft->chooseProfile(profile.id);
        m_wizard->goTo(Wizard::ReviewStep);
        QVERIFY(!m_draft->request().ok());
        for (const char* folder : { "sourceFolder", "buildFolder" })
            QVERIFY2(!find<QLineEdit>(folder)->placeholderText().isEmpty(), folder);
        QVERIFY(row("cuda-toolkit"));
        QVERIFY(row("cmake"));
        // What is to choose is chosen in its row, which says it alone.
        QVERIFY(!find("reviewImpossible")->isVisible());
        for (const char* button : { "check-cuda-toolkit-choose", "check-cuda-toolkit-again" })
            QVERIFY2(!find(button)->isHidden(), button);
        for (const char* button : { "check-cuda-toolkit-choose", "pythonChange" }) // one name for one act
            QCOMPARE(find<QAbstractButton>(button)->text(), "Choose...");
        // Its plan is shown and can be saved all the same, and says what it assumes; it cannot be started.
        const auto shown = m_draft->shownPlan();
        QVERIFY(shown.ok());
        QVERIFY2(shown->warnings.join(u' ').contains("No CUDA toolkit 12.8 or newer is known"),
            qPrintable(shown->warnings.join(u' ')));
        QVERIFY(m_wizard->findChild<QAbstractButton*>("saveScript")->isEnabled());
        QVERIFY(!m_wizard->findChild<QAbstractButton*>("wizardNext")->isEnabled());
        QCOMPARE(find<QLabel>("wizardHint")->text(), m_draft->request().error().message);
        for (const char* hint : { "resultNote", "jobsReason", "cacheNote" })
            QVERIFY2(!find<QLabel>(hint)->text().isEmpty(), hint);
        QVERIFY(find("reviewExpectation")->isVisible());
        m_wizard->goTo(Wizard::FlagsStep);
        QVERIFY(find<QLabel>("wizardHint")->text().isEmpty());
    }

    // A blocker that a field of the page mends leads to that field.
    void aMissingFolderLeadsToItsField()
    {
        ProfileCatalogue catalogue = threeProfiles();
        catalogue.profiles.first().source.kind = SourceKind::ExistingTree;
        m_draft->setCatalogue(catalogue);
        QVERIFY(goToReview());
        QVERIFY(row("request"));
        QVERIFY(!find("reviewImpossible")->isVisible());
        QVERIFY(find("check-request-again")->isVisible());
        auto* leads = find<QAbstractButton>("check-request-field");
        QCOMPARE(leads->text(), "Go to \"Source folder\"");
        leads->click();
        QVERIFY(find("sourceFolder")->hasFocus());
    }

    // What cleaning mends leads to "Clean first", what the folded form mends unfolds it.
    void fieldsOfTheFormsAreThere_data()
    {
        QTest::addColumn<BuildField>("field");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* name, BuildField field) {
            QTest::newRow(name) << field << QString::fromLatin1(name);
        };
        row("result", BuildField::Result);
        row("buildFolder", BuildField::BuildFolder);
        row("cleanFirst", BuildField::CleanFirst);
        row("pythonChange", BuildField::Python);
        row("wheelsFolder", BuildField::Wheels);
    }
    void fieldsOfTheFormsAreThere()
    {
        QFETCH(BuildField, field);
        QFETCH(QString, name);
        QVERIFY(goToReview());
        emit find<CheckList>("reviewProblems")->fieldRequested(field);
        QVERIFY(find(name)->isVisible());
        QVERIFY(find(name)->hasFocus());
        QVERIFY(!fieldName(field).isEmpty());
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

    // Read and drawn at the step where it can be set back.
    void aFlagThatStopsTheBuildMarksItsStep()
    {
        setCard();
        m_wizard->goTo(Wizard::ReviewStep);
        const auto* step = find<QAbstractButton>("stepFlags");
        const auto said = [step] { return step->accessibleDescription(); };
        QCOMPARE(said(), "as in the profile");
        askForAnotherCard();
        QVERIFY(row("arch-not-for-gpu"));
        QTRY_VERIFY2(said().contains("to fix"), qPrintable(said()));
        m_draft->undoStack().undo();
        m_draft->undoStack().undo();
        QTRY_COMPARE(said(), "as in the profile");
    }

    void blockersTakeTheStrongButtonAway()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        auto* next = find<QAbstractButton>("wizardNext");
        auto* anyway = find<QAbstractButton>("wizardAnyway");
        setCard();
        askForAnotherCard();
        QVERIFY(row("arch-not-for-gpu"));
        QVERIFY(!next->isVisible() && anyway->isVisible());
        const QFontMetrics bold(boldFont(anyway->font()));
        QTRY_VERIFY(anyway->width() > bold.horizontalAdvance(anyway->text())); // laid out a moment later
        anyway->setFocus();
        m_wizard->goTo(Wizard::FlagsStep);
        QVERIFY(next->isVisible() && !anyway->isVisible());
        // Bold letters are wider than those that a style measures.
        QVERIFY(next->sizeHint().width() > bold.horizontalAdvance(next->text()));
    }
};

QTEST_MAIN(ReviewTest)
#include "ReviewTest.moc"
