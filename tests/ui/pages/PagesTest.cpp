// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/Platform.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/pages/ProfileDetail.h"
#include "ui/text/ProfileText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/StateMark.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeView>

#include <algorithm>

using namespace torchmason;

// The wizard's pages under the hands of a user: keys, searching, and what must not happen by itself.
class PagesTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new ApplicationStyle); } // Return presses by it
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theHeadOfTheMachineSaysHowTheProfileFits();
    void theFlagsNameTheirProfile();
    void whatSpeaksForAProfileStandsApart();
    void stagesThatDidNotRunDiffer();
    void searchingChoosesNoProfile();
    void goingOnChoosesTheProfile();
    void aClearedSearchShowsAllAgain();
    void searchingInVainIsSaid();
    void largeTextIsNotCut();
    void returnInTheFlagSearchGoesToTheFlags();
    void returnInTheProfileSearchTakesWhatWasFound_data();
    void returnInTheProfileSearchTakesWhatWasFound();
    void changesStayAndAreSaid();
    void allKeptChangesCanBeRead();
    void aTypedPathIsKept();
    void returnPressesTheButtonWithTheFocus_data();
    void returnPressesTheButtonWithTheFocus();
    void addingAnEntryKeepsThePlace();
    void aGroupThatComesIsOpen();
    void flagsAreCountedInWords();
    void oneThreadIsOne();
    void aChosenProgramCanBeTakenBack();
    void whatWasFoundIsChosenFromAMenu();
    void aChangeIsMadeOnThePageOfTheMachine();
    void whatIsNotKnownIsNotGood();
    void flagsOfTheTourStayWithIt();
    void goingBackToTheTourLosesNothing();
    void theLastSuccessIsToldOfTheFirstFlag();

private:
    QTreeView& flags() { return *find<QTreeView>("flagTable"); }
    QModelIndex group(const QString& title)
    {
        for (int row = 0; row < flags().model()->rowCount(); ++row) {
            if (flags().model()->index(row, 0).data().toString() == title)
                return flags().model()->index(row, 0);
        }
        return {};
    }
};

void PagesTest::flagsOfTheTourStayWithIt()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    m_draft->setFlag("TOUR_FAILURE", "compile");
    m_draft->setFlag("USE_MKLDNN", "OFF");
    m_draft->chooseProfile("second");
    QVERIFY(!m_draft->edits().configuration.flag("TOUR_FAILURE"));
    QVERIFY(m_draft->edits().configuration.flag("USE_MKLDNN"));
    QVERIFY(find("wizardNotice")->isVisible()); // and that is said
    m_draft->undoStack().undo();
    QVERIFY(m_draft->edits().configuration.flag("TOUR_FAILURE"));
}

// Also where something else was set meanwhile; not where it was undone and reset.
void PagesTest::goingBackToTheTourLosesNothing()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    m_draft->setFlag("TOUR_FAILURE", "compile");
    m_draft->chooseProfile("second");
    m_draft->setFlag("USE_MKLDNN", "OFF");
    m_draft->chooseProfile("first");
    QCOMPARE(m_draft->edits().configuration.flagValue("TOUR_FAILURE"), "compile");
    QCOMPARE(m_draft->edits().configuration.flagValue("USE_MKLDNN"), "OFF");
    QVERIFY(!find("wizardNotice")->isVisible());
    m_draft->chooseProfile("second");
    QVERIFY(!m_draft->edits().configuration.flag("TOUR_FAILURE"));
    m_draft->undoStack().undo();
    m_draft->resetFlag("TOUR_FAILURE");
    m_draft->chooseProfile("first");
    QVERIFY(!m_draft->edits().configuration.flag("TOUR_FAILURE"));
}

void PagesTest::goingOnChoosesTheProfile()
{
    m_draft->leaveProfileToRanking();
    m_wizard->goTo(Wizard::ProfileStep);
    QVERIFY(!m_draft->isProfileChosen());
    click("wizardNext");
    QCOMPARE(m_wizard->step(), Wizard::FlagsStep);
    QVERIFY(m_draft->isProfileChosen());
}

void PagesTest::theLastSuccessIsToldOfTheFirstFlag()
{
    m_draft->setFlag("TOUR_FAILURE", "none");
    QVERIFY(m_draft->request());
    FakeAttempt attempt(AttemptStore(AppPaths::attemptsFolder()), "first", 60);
    attempt.record().request = *m_draft->request();
    attempt.end(AttemptState::Succeeded, 60);
    m_wizard->goTo(Wizard::FlagsStep);
    QCOMPARE(flags().currentIndex().siblingAtColumn(0).data(FlagModel::NameRole).toString(), "TOUR_FAILURE");
    const auto isTold = [this] {
        const auto labels = find("flagDetailScroll")->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text() == "In the last success"; });
    };
    QTRY_VERIFY(isTold());
}

void PagesTest::searchingChoosesNoProfile()
{
    m_wizard->goTo(Wizard::ProfileStep);
    QSignalSpy changed(m_draft.get(), &BuildDraft::profileChanged);
    type("profileSearch", "pears");
    auto* list = find<QTreeView>("profileList");
    // What Next would build with is still to be seen, and the page says that it is not what was found.
    QCOMPARE(list->model()->rowCount(list->model()->index(0, 0)), 2);
    QCOMPARE(m_draft->profile()->id, "first");
    QCOMPARE(list->currentIndex().data().toString(), "first");
    QVERIFY(list->viewport()->rect().intersects(list->visualRect(list->currentIndex())));
    QCOMPARE(find<ElidedLabel>("profileSearchNote")->text(), "1 profile found; \"first\" stays selected");
    // What was found is chosen by choosing it.
    list->setCurrentIndex(list->model()->index(1, 0, list->model()->index(0, 0)));
    QCOMPARE(m_draft->profile()->id, "second");
    QCOMPARE(find<ElidedLabel>("profileSearchNote")->text(), "1 profile found");
    // The other one was listed only for being selected.
    QTRY_COMPARE(list->model()->rowCount(list->model()->index(0, 0)), 1);
    QCOMPARE(list->currentIndex().data().toString(), "second");
    find<QLineEdit>("profileSearch")->clear();
    QCOMPARE(m_draft->profile()->id, "second");
    QCOMPARE(list->currentIndex().data().toString(), "second");
    QCOMPARE(changed.count(), 1);
}

void PagesTest::aClearedSearchShowsAllAgain()
{
    m_wizard->goTo(Wizard::ProfileStep);
    auto* list = find<QTreeView>("profileList");
    QVERIFY(!list->isExpanded(list->model()->index(1, 0)));
    type("profileSearch", "plums");
    QVERIFY(list->isExpanded(list->model()->index(1, 0)));
    find<QLineEdit>("profileSearch")->clear();
    QVERIFY(list->isExpanded(list->model()->index(0, 0)));
    QVERIFY(!list->isExpanded(list->model()->index(1, 0)));
}

// The smallest window leaves 944 pixels to the wizard.
void PagesTest::largeTextIsNotCut()
{
    HostFacts facts;
    facts.osName = "Debian GNU/Linux 12 (bookworm)";
    PythonFacts python;
    python.path = "/home/somebody/.pyenv/versions/3.12.4/bin/python3";
    python.version = "3.12.4";
    python.isDefault = true;
    facts.pythons = { python };
    m_machine->setFacts(facts);
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(944, 700);
    for (const char* name : { "machineScroll", "reviewScroll" }) {
        m_wizard->goTo(name[0] == 'm' ? Wizard::MachineStep : Wizard::ReviewStep);
        QCoreApplication::processEvents();
        QCOMPARE(m_wizard->width(), 944);
        auto* area = find<QScrollArea>(name);
        QVERIFY2(area->widget()->width() <= area->viewport()->width(), name);
        const QRect room(QPoint(), m_wizard->size());
        for (const QWidget* button : m_wizard->findChildren<QAbstractButton*>()) {
            const QRect place(button->mapTo(m_wizard.get(), QPoint()), button->size());
            const bool isInside = place.left() >= 0 && place.right() <= room.right();
            QVERIFY2(!button->isVisible() || isInside, qPrintable(button->objectName()));
        }
    }
}

void PagesTest::searchingInVainIsSaid()
{
    m_wizard->goTo(Wizard::ProfileStep);
    type("profileSearch", "melons");
    // One of them stays listed all the same, and the note says why.
    QCOMPARE(find<ElidedLabel>("profileSearchNote")->text(), "No profile found. Still selected:");
}

void PagesTest::returnInTheFlagSearchGoesToTheFlags()
{
    m_wizard->goTo(Wizard::FlagsStep);
    auto* search = find<QLineEdit>("flagSearch");
    QTest::keyClicks(search, "distributed");
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(m_wizard->step(), Wizard::FlagsStep);
    QCOMPARE(m_wizard->focusWidget(), &flags());
    // There it edits, and leaves the page no more than a search does.
    QTest::keyClick(&flags(), Qt::Key_Return);
    QCOMPARE(m_wizard->step(), Wizard::FlagsStep);
    QVERIFY(!m_draft->edits().isEmpty());
}

void PagesTest::returnInTheProfileSearchTakesWhatWasFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<QString>("profile");
    newRow("another one was found", "pears", Qt::Key_Return, "second");
    newRow("another one was found, down", "pears", Qt::Key_Down, "second");
    newRow("the chosen one was found", "s", Qt::Key_Return, "first");
    newRow("nothing was found", "melons", Qt::Key_Return, "first");
}

void PagesTest::returnInTheProfileSearchTakesWhatWasFound()
{
    QFETCH(QString, text);
    QFETCH(Qt::Key, key);
    QFETCH(QString, profile);
    m_wizard->goTo(Wizard::ProfileStep);
    type("profileSearch", text);
    QTest::keyClick(find("profileSearch"), key);
    QCOMPARE(m_wizard->step(), Wizard::ProfileStep);
    QCOMPARE(m_wizard->focusWidget(), find("profileList"));
    QCOMPARE(m_draft->profile()->id, profile);
    m_wizard->goTo(Wizard::FlagsStep);
    m_wizard->goTo(Wizard::ProfileStep);
    QVERIFY(find<QLineEdit>("profileSearch")->text().isEmpty()); // all are seen again
}

void PagesTest::changesStayAndAreSaid()
{
    m_wizard->goTo(Wizard::ProfileStep);
    auto* said = find<Banner>("profileChanges");
    QVERIFY(!said->isVisible());
    m_draft->setFlag("MINE", "1");
    m_draft->setFlag("OURS", "2");
    m_draft->chooseProfile("second");
    QVERIFY(!find("profileConflicts")->isVisible());
    QVERIFY(said->isVisible());
    QCOMPARE(said->text(), "Your 2 changes stay with every profile: MINE, OURS.");
    m_wizard->goTo(Wizard::FlagsStep);
    m_wizard->goTo(Wizard::ProfileStep);
    const auto place = [this] { // where the list ends
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto* list = find("profileList");
        return list->mapTo(m_wizard.get(), QPoint(0, list->height())).y();
    };
    const int before = place();
    click("profileChangesBack");
    QVERIFY(m_draft->edits().isEmpty());
    QVERIFY(!said->isVisible());
    QCOMPARE(place(), before); // nothing else comes below the pointer
    m_wizard->goTo(Wizard::FlagsStep);
    m_wizard->goTo(Wizard::ProfileStep);
    QCOMPARE_GT(place(), before); // no hole is left
    m_draft->undoStack().undo();
    QVERIFY(said->isVisible());
}

void PagesTest::allKeptChangesCanBeRead()
{
    m_wizard->goTo(Wizard::ProfileStep);
    const auto* said = find<Banner>("profileChanges");
    for (int i = 1; i <= 6; ++i)
        m_draft->setFlag(QStringLiteral("MINE_%1").arg(i), "1");
    QCOMPARE(said->text(), "Your 6 changes stay with every profile: MINE_1, MINE_2, MINE_3, MINE_4, 2 more.");
    QVERIFY2(said->toolTip().contains("MINE_5, MINE_6"), qPrintable(said->toolTip()));
    QVERIFY(said->accessibleDescription().endsWith("MINE_5, MINE_6"));
    m_draft->undoStack().undo();
    m_draft->undoStack().undo();
    QVERIFY(said->text().endsWith("MINE_4."));
    QVERIFY(said->toolTip().isEmpty() && said->accessibleDescription().isEmpty());
}

// Values that are paths: leaving the editor by the mouse keeps what was typed.
void PagesTest::aTypedPathIsKept()
{
    m_wizard->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_wizard.get()));
    m_wizard->goTo(Wizard::FlagsStep);
    type("flagSearch", "CUDA_HOME");
    const QModelIndex parent = flags().model()->index(0, 0);
    const QModelIndex value = flags().model()->index(0, FlagModel::ValueColumn, parent);
    QCOMPARE(value.data(FlagModel::NameRole).toString(), "CUDA_HOME");
    flags().setFocus();
    flags().setCurrentIndex(value);
    flags().edit(value);
    auto* editor = flags().viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->clear();
    QTest::keyClicks(editor, "/opt/cuda");
    QTest::mouseClick(find("wizardNext"), Qt::LeftButton);
    QCOMPARE(m_wizard->step(), Wizard::ReviewStep);
    const auto& environment = m_draft->request()->configuration.environment;
    QVERIFY(std::any_of(environment.begin(), environment.end(),
        [](const EnvironmentValue& one) { return one.name == "CUDA_HOME" && one.value == "/opt/cuda"; }));
}

void PagesTest::returnPressesTheButtonWithTheFocus_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("step");
    newRow("back", "wizardBack", int(Wizard::ProfileStep));
    newRow("next", "wizardNext", int(Wizard::ReviewStep));
    newRow("a step", "stepMachine", int(Wizard::MachineStep));
    newRow("a button of the page", "flagUndo", int(Wizard::FlagsStep));
}

void PagesTest::returnPressesTheButtonWithTheFocus()
{
    QFETCH(QString, button);
    QFETCH(int, step);
    m_draft->setFlag("MINE", "1");
    m_wizard->goTo(Wizard::FlagsStep);
    auto* widget = find(button);
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key_Return);
    QCOMPARE(int(m_wizard->step()), step);
    QCOMPARE(m_draft->edits().isEmpty(), button == "flagUndo");
}

void PagesTest::addingAnEntryKeepsThePlace()
{
    m_wizard->goTo(Wizard::FlagsStep);
    find<QComboBox>("flagScope")->setCurrentIndex(3);
    QAbstractItemModel* model = flags().model();
    const QString folded = model->index(2, 0).data().toString();
    flags().collapse(model->index(2, 0));
    const QModelIndex chosen = model->index(0, 0, model->index(5, 0));
    const QString name = chosen.data().toString();
    flags().setCurrentIndex(chosen);
    flags().verticalScrollBar()->setValue(30);
    m_draft->setFlag("MINE", "1");
    QVERIFY(group("Other CMake entries").isValid());
    QCOMPARE(flags().currentIndex().data().toString(), name);
    QCOMPARE(flags().verticalScrollBar()->value(), 30);
    QVERIFY(!flags().isExpanded(group(folded)));
    QVERIFY(flags().isExpanded(group("Other CMake entries")));
}

void PagesTest::aGroupThatComesIsOpen()
{
    m_wizard->goTo(Wizard::FlagsStep);
    find<QComboBox>("flagScope")->setCurrentIndex(0);
    QCOMPARE(flags().model()->rowCount(), 0);
    QVERIFY(find("flagNothing")->isVisible());
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_draft->undoStack().undo();
    m_draft->undoStack().redo();
    QCOMPARE(flags().model()->rowCount(), 1);
    QVERIFY(flags().isExpanded(flags().model()->index(0, 0)));
    QVERIFY(!find("flagNothing")->isVisible());
}

void PagesTest::flagsAreCountedInWords()
{
    m_wizard->goTo(Wizard::FlagsStep);
    find<QComboBox>("flagScope")->setCurrentIndex(0);
    auto* summary = find<QLabel>("flagSummary");
    const QString ofAll = QStringLiteral(" of %1 flags shown; ")
                              .arg(qobject_cast<const FlagFilter*>(flags().model())->allFlags());
    QCOMPARE(summary->text(), "0" + ofAll + "0 changed in all");
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    QCOMPARE(summary->text(), "1" + ofAll + "1 changed in all");
}

void PagesTest::oneThreadIsOne()
{
    m_wizard->goTo(Wizard::MachineStep);
    HostFacts facts;
    for (const auto& [cores, words] : { std::pair(1, "1 thread"), std::pair(2, "2 threads") }) {
        facts.logicalCores = cores;
        m_machine->setFacts(facts);
        QCOMPARE(find<QLabel>("machineSummary")->text(), QLatin1String(words));
    }
}

void PagesTest::aChosenProgramCanBeTakenBack()
{
    auto* list = find<CheckList>("machineChecks");
    CheckRowWidget* compiler = list->rowWidget("compiler");
    QVERIFY(compiler);
    if (hostPlatform() == Platform::Windows)
        QSKIP("there Visual Studio's environment brings the compiler");
    auto* found = compiler->findChild<QAbstractButton*>("check-compiler-found");
    auto* chosen = compiler->findChild<QLabel*>("check-compiler-chosen");
    compiler->setOpen(true);
    QVERIFY(!found->isVisible());
    m_machine->setOverridePath("cxx", m_home->filePath("no-compiler"));
    m_machine->setFacts({});
    compiler->setOpen(true);
    QVERIFY(found->isVisible());
    QVERIFY(!chosen->isVisible()); // it is none, so it was not taken
    HostFacts facts;
    facts.compilers.append({ "gcc", m_home->filePath("g++"), "12.2.0", {}, true, chosenByUser() });
    m_machine->setFacts(facts);
    compiler = list->rowWidget("compiler");
    QVERIFY(chosen->isVisible());
    compiler->setOpen(true);
    found->click();
    QCOMPARE(m_machine->overridePath("cxx"), QString());
    QVERIFY(m_machine->isLooking());
    m_machine->setFacts({});
    QVERIFY(!chosen->isVisible());
}

void PagesTest::whatWasFoundIsChosenFromAMenu()
{
    HostFacts facts;
    for (const char* version : { "13", "15" }) {
        const QString number = QLatin1String(version);
        facts.compilers.append(
            { "gcc", m_home->filePath("g++-" + number), number + ".1.0", {}, number == "15", {} });
    }
    m_machine->setFacts(facts);
    CheckRowWidget* compiler = find<CheckList>("machineChecks")->rowWidget("compiler");
    compiler->setOpen(true);
    auto* choose = compiler->findChild<QAbstractButton*>("check-compiler-choose");
    choose->setFocus();
    choose->click();
    auto* menu = find<QMenu>("choose-cxx");
    QVERIFY(menu->actions().size() > 2);
    QAction* older = menu->actions().value(0);
    QVERIFY2(older->text().startsWith("gcc 13.1.0"), qPrintable(older->text()));
    QVERIFY(!older->isChecked());
    QVERIFY(menu->actions().value(1)->isChecked());
    older->trigger();
    QCOMPARE(m_machine->overridePath("cxx"), m_home->filePath("g++-13"));
    menu->close();
}

void PagesTest::aChangeIsMadeOnThePageOfTheMachine()
{
    const Change own { "Its own environment", {}, { { StepKind::OwnEnvironment, {}, {} } }, {} };
    emit find<CheckList>("machineChecks")->changeRequested(own);
    QTRY_VERIFY(m_draft->edits().venv == true);
}

void PagesTest::whatIsNotKnownIsNotGood()
{
    CheckVerdict verdict;
    QVERIFY(markOf(verdict) == Mark::Good);
    verdict.unknowns = 1;
    QVERIFY(markOf(verdict) == Mark::Unknown);
    verdict.warnings = 1;
    QVERIFY(markOf(verdict) == Mark::Warning);
    verdict.failures = 1;
    QVERIFY(markOf(verdict) == Mark::Bad);
}

// What the list of profiles says of it: "Ready for" is no word for one that needs changes.
void PagesTest::theHeadOfTheMachineSaysHowTheProfileFits()
{
    RankedProfile ranked;
    ranked.profile.name = "Small";
    ranked.fit = ProfileFit::Fits;
    QCOMPARE(readinessText({}, &ranked), "Ready for Small");
    ranked.fit = ProfileFit::FitsWithChanges;
    QCOMPARE(readinessText({}, &ranked), "Small: " + fitWord(ranked.fit));
    QCOMPARE(readinessText({ 1, 0, 0 }, &ranked), "For Small: 1 thing to fix");
    QCOMPARE(readinessText({}, nullptr), "Ready");
    QCOMPARE(nameWithFit(ranked), "Small: fits after fixes");
    ranked.fit = ProfileFit::Fits;
    QCOMPARE(nameWithFit(ranked), "Small");
}

void PagesTest::theFlagsNameTheirProfile()
{
    m_wizard->goTo(Wizard::FlagsStep);
    QCOMPARE(find<QLabel>("flagsTitle")->text(), "Set the flags of first");
    m_draft->chooseProfile("second");
    QCOMPARE(find<QLabel>("flagsTitle")->text(), "Set the flags of second");
}

void PagesTest::whatSpeaksForAProfileStandsApart()
{
    RankedProfile ranked;
    ranked.reasons = { "needs CMake", "needs Ninja" };
    ranked.remarks = { "is made for your card" };
    ProfileDetail detail;
    detail.showProfile(ranked);
    QVERIFY(findIn<QLabel>(detail, "profileReasons")->text().contains("needs Ninja"));
    QVERIFY(!findIn<QLabel>(detail, "profileReasons")->text().contains("card"));
    QVERIFY(findIn<QLabel>(detail, "profileRemarks")->text().contains("is made for your card"));
    ranked.remarks.clear();
    detail.showProfile(ranked);
    QVERIFY(findIn<QLabel>(detail, "profileRemarks")->isHidden());
}

void PagesTest::stagesThatDidNotRunDiffer()
{
    const auto key = [](StageState state) {
        const Mark mark = markOf(state, AttemptState::Failed);
        return std::pair(markIcon(mark).pixmap(32).toImage(), stateWord(state, AttemptState::Failed));
    };
    const StageState states[] = { StageState::Waiting, StageState::Skipped, StageState::Stopped };
    for (const StageState one : states) {
        for (const StageState other : states) {
            QCOMPARE(key(one).first == key(other).first, one == other); // by shape
            QCOMPARE(key(one).second == key(other).second, one == other);
        }
    }
    QVERIFY(markOf(StageState::Waiting, AttemptState::Running) == Mark::Waiting);
}

QTEST_MAIN(PagesTest)
#include "PagesTest.moc"
