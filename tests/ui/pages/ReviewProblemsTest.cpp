// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestDifference.h"
#include "tests/support/CacheFile.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

using namespace torchmason;

// What stands in the way of a build, as the review shows it, and what mends it.
class ReviewProblemsTest : public QObject, private WizardHarness {
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

    void oneClickMakesAChange()
    {
        setCard();
        askForAnotherCard();
        m_wizard->goTo(Wizard::ReviewStep);
        const QString id = "arch-not-for-gpu";
        QVERIFY(row(id));
        const QString name = "check-arch-not-for-gpu-change1";
        QVERIFY(!find<QAbstractButton>(name)->isEnabled()); // changes are tried first
        QTRY_VERIFY(m_wizard->findChild<QAbstractButton*>(name)
            && m_wizard->findChild<QAbstractButton*>(name)->isEnabled());
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

QTEST_MAIN(ReviewProblemsTest)
#include "ReviewProblemsTest.moc"
