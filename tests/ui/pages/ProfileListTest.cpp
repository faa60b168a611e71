// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/estimate/BuildEstimates.h"
#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/Appearance.h"
#include "ui/models/ProfileTree.h"
#include "ui/pages/ProfilePage.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"

#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTreeView>

#include <algorithm>

using namespace torchmason;

// The list of profiles and the chosen one in it.
class ProfileListTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_wizard->goTo(Wizard::ProfileStep);
    }
    void cleanup() { tearDown(); }
    void aHeadingTakesNoSelection();
    void aClickSelectsWhatItChooses();
    void whatOnlyTheTourKnowsStaysWithIt();
    void changesThatChangeNothingAreNotSaved();
    void theDiskIsThatOfTheReview();
    void theReleaseIsThatOfTheReview();
    void buttonsLeaveTheListItsRoom();
    void whatASearchSaysMovesNothing();
    void whatComesBelowMovesNoButton();
    void whatDoesNotMatchGoesAlsoWithFlagsOfTheTour();
    void theFocusIsAroundTheWholeRow();
    void whatItIsForIsSaidBeforeWhatIsToFix();
    void theStepSaysHowTheChosenOneFits();
    void oneForAnotherSystemIsNotBuiltHere();
    void atFirstItStandsAtItsTop();
    void theChosenOneIsInSight();
    void whatIsAskedForIsInSight();

private:
    // One that ended well, and whose folder was measured.
    static void keepBuildOf(const BuildRequest& request, Bytes folderSize)
    {
        const auto reserved = AttemptStore(AppPaths::attemptsFolder()).reserve(request);
        QVERIFY(reserved);
        StageResult compile;
        compile.id = "compile";
        compile.state = StageState::Succeeded;
        compile.duration = Milliseconds(3'600'000);
        AttemptRecord record;
        record.number = reserved->number;
        record.request = request;
        record.state = AttemptState::Succeeded;
        record.edgesDone = 5000;
        record.stages = { compile };
        record.buildFolderSize = folderSize;
        const auto writer = AttemptWriter::open(reserved->folder);
        QVERIFY(writer);
        QVERIFY((*writer)->writeRecord(record).ok());
    }
    void setManyProfiles()
    {
        ProfileCatalogue many = threeProfiles();
        for (int i = 0; i < 20; ++i) {
            many.profiles << profileNamed(QStringLiteral("more%1").arg(i), "cherries");
            many.profiles.last().source.kind = SourceKind::Git;
        }
        m_draft->setCatalogue(many);
    }
    // Nobody chose it, and it is far below the top.
    void setSuggestedAtTheEnd()
    {
        ProfileCatalogue many = threeProfiles();
        for (int i = 0; i < 20; ++i)
            many.profiles << profileNamed(QStringLiteral("tour%1").arg(i), "cherries");
        Profile suggested = profileNamed("suggested", "plums");
        suggested.source.kind = SourceKind::Git;
        suggested.platforms = { hostPlatform() == Platform::Linux ? Platform::Windows : Platform::Linux };
        many.profiles << suggested;
        m_draft->setCatalogue(many);
        m_draft->leaveProfileToRanking();
    }
    void visitAgain()
    {
        m_wizard = std::make_unique<Wizard>(*m_draft);
        m_wizard->resize(1000, 700);
        m_wizard->show();
        m_wizard->goTo(Wizard::ProfileStep);
    }
    static bool isCurrentInSight(const QTreeView& list)
    {
        const QRect row = list.visualRect(list.currentIndex());
        // What a tree scrolls to may end a pixel below its edge.
        return row.isValid() && row.top() >= 0 && row.bottom() <= list.viewport()->height();
    }
    QModelIndex profileAt(int row) { return list().model()->index(row, 0, list().model()->index(0, 0)); }
    QTreeView& list() { return *find<QTreeView>("profileList"); }
    QString selected()
    {
        return list().selectionModel()->selectedIndexes().value(0).data(ProfileTree::IdRole).toString();
    }
};

void ProfileListTest::aHeadingTakesNoSelection()
{
    QCOMPARE(selected(), "first");
    const QModelIndex heading = list().model()->index(0, 0);
    list().scrollToTop();
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(heading).center());
    QCOMPARE(selected(), "first");
    list().setCurrentIndex(heading); // as keys do
    QCOMPARE(selected(), "first");
    m_draft->chooseProfile("second");
    QCOMPARE(selected(), "second");
}

// Also where the flag of the tour is left behind by it, and all profiles are judged again.
void ProfileListTest::aClickSelectsWhatItChooses()
{
    setManyProfiles();
    m_draft->setFlag("TOUR_FAILURE", "compile");
    const auto top = [this] { return list().mapTo(m_wizard.get(), QPoint()).y(); };
    const int before = top();
    list().scrollTo(profileAt(12), QAbstractItemView::PositionAtTop);
    QVERIFY(list().verticalScrollBar()->value() > 0);
    const QPoint place = list().visualRect(profileAt(12)).center();
    const int rowTop = list().visualRect(profileAt(12)).top();
    const QString clicked = profileAt(12).data(ProfileTree::IdRole).toString();
    QTest::mousePress(list().viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(m_draft->profileId(), clicked);
    QTRY_COMPARE(selected(), clicked);
    const QPoint there = place + QPoint(0, 80); // what moves below the pointer is not chosen
    QMouseEvent move(QEvent::MouseMove, there, list().viewport()->mapToGlobal(there), Qt::NoButton,
        Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(list().viewport(), &move);
    QTest::mouseRelease(list().viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(m_draft->profileId(), clicked);
    QTRY_COMPARE(list().selectionModel()->selectedIndexes().size(), 1);
    QCOMPARE(selected(), clicked);
    QCOMPARE(list().visualRect(list().currentIndex()).top(), rowTop);
    QVERIFY(find("wizardNotice")->isVisible());
    const auto notice = [this] { return find("wizardNotice")->mapTo(m_wizard.get(), QPoint()).y(); };
    QTRY_VERIFY(notice() > top() + list().height());
    QCOMPARE(top(), before);
}

void ProfileListTest::whatOnlyTheTourKnowsStaysWithIt()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    m_draft->setFlag("TOUR_FAILURE", "compile");
    QVERIFY(find("profileChanges")->isHidden());
    m_draft->setFlag("MINE", "1");
    QCOMPARE(find<Banner>("profileChanges")->text(), "Your change stays with every profile: MINE.");
    m_draft->chooseProfile("second");
    QVERIFY(!find("wizardNotice")->isHidden());
    m_draft->chooseProfile("first"); // of the tour: it is no longer true
    QVERIFY(find("wizardNotice")->isHidden());
    QCOMPARE(m_draft->edits().configuration.flagValue("TOUR_FAILURE"), "compile");
    RequestWishes mended = m_draft->edits();
    mended.configuration.setFlag({ "TOUR_FAILURE", "none", "STRING", ValueOrigin::Fix });
    m_draft->change("a fix", mended);
    m_draft->chooseProfile("second");
    QVERIFY(!m_draft->edits().configuration.flag("TOUR_FAILURE"));
    QVERIFY(find("wizardNotice")->isHidden()); // the user has not set it
}

// The profile of the harness switches USE_DISTRIBUTED off.
void ProfileListTest::changesThatChangeNothingAreNotSaved()
{
    m_draft->setFlag("USE_DISTRIBUTED", "OFF", "BOOL");
    QVERIFY(!m_draft->edits().isEmpty());
    QVERIFY(!find("profileSave")->isEnabled());
    QVERIFY(find("profileChanges")->isHidden());
    m_draft->setFlag("USE_DISTRIBUTED", "ON", "BOOL");
    QVERIFY(find("profileSave")->isEnabled());
    QVERIFY(!find("profileChanges")->isHidden());
}

// And not what the profile names for any build of its kind.
void ProfileListTest::theDiskIsThatOfTheReview()
{
    HostFacts facts;
    facts.cpuModel = "A processor";
    facts.logicalCores = 8;
    for (const char* role : { "build", "source", "temp" })
        facts.disks.append({ role, "/d", 500 * gibibyte, 900 * gibibyte });
    m_machine->setFacts(facts);
    ProfileCatalogue pytorch = threeProfiles();
    for (Profile& profile : pytorch.profiles) {
        profile.source.kind = SourceKind::Git;
        profile.configuration.setFlag({ "USE_CUDA", "OFF", "BOOL" });
        profile.needs.disk = 99 * gibibyte;
    }
    m_draft->setCatalogue(pytorch);
    const auto reviewed = [this] {
        return estimateHere(
            m_machine->facts(), *m_draft->profile(), *m_draft->plannable(), AppPaths::attemptsFolder())
            .disk;
    };
    const auto says = [this](const QString& text) {
        const auto labels = find("profileDetailScroll")->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&text](const QLabel* label) { return label->text().contains(text); });
    };
    const Estimate fromTable = reviewed();
    QVERIFY(fromTable.isKnown() && !fromTable.isOwnHistory);
    QTRY_VERIFY(says(spanText(*fromTable.low, *fromTable.high)));
    QVERIFY(!says(formatBytes(99 * gibibyte)));
    keepBuildOf(*m_draft->plannable(), 77 * gibibyte);
    m_wizard->goTo(Wizard::ReviewStep);
    m_wizard->goTo(Wizard::ProfileStep);
    const Estimate own = reviewed();
    QVERIFY(own.isOwnHistory);
    const QString span = spanText(*own.low, *own.high);
    QTRY_VERIFY(says(span));
    const auto machineSays = [&] {
        const QVector<CheckRow> rows = m_draft->machineRows();
        return std::any_of(rows.begin(), rows.end(),
            [&](const CheckRow& row) { return row.id == "disk-build" && row.need.contains(span); });
    };
    QTRY_VERIFY(machineSays());
    m_wizard->goTo(Wizard::ReviewStep);
    QTRY_COMPARE(find<QLabel>("expectedDisk")->text(), span);
    // A late answer is not taken for one about the profile that is shown by then.
    m_wizard->goTo(Wizard::ProfileStep);
    m_wizard->goTo(Wizard::ReviewStep);
    m_draft->chooseProfile(m_draft->profileId() == "first" ? "second" : "first");
    QTest::qWait(100);
    QVERIFY(!says(span));
}

// With large text all but one are in a menu.
void ProfileListTest::theReleaseIsThatOfTheReview()
{
    ProfileCatalogue pytorch = threeProfiles();
    for (Profile& profile : pytorch.profiles) {
        profile.source.kind = SourceKind::Git;
        profile.source.tag = "v2.7.0";
        profile.source.version = "2.7.0";
    }
    m_draft->setCatalogue(pytorch);
    const auto says = [this](const QString& text) {
        const auto labels = find("profileDetailScroll")->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&text](const QLabel* label) { return withoutBreaks(label->text()) == text; });
    };
    QVERIFY(says("2.7.0"));
    const QString tree = m_home->filePath("tree");
    write(tree + "/CMakeLists.txt", "project(Torch CXX C)\n");
    write(tree + "/version.txt", "2.6.0a0\n");
    RequestWishes edits;
    edits.sourceFolder = tree;
    m_draft->change("folder", edits);
    m_wizard->goTo(Wizard::ReviewStep);
    m_wizard->goTo(Wizard::ProfileStep);
    QVERIFY(says("2.6.0 is built; the profile was made for 2.7.0"));
    QVERIFY(!says("2.7.0"));
    m_draft->undoStack().undo();
    m_wizard->goTo(Wizard::ReviewStep);
    m_wizard->goTo(Wizard::ProfileStep);
    QVERIFY(says("2.7.0"));
}

void ProfileListTest::buttonsLeaveTheListItsRoom()
{
    m_wizard->setFixedSize(m_wizard->size()); // as the window's, which large text does not widen
    const auto* more = find("profileMore");
    const auto* duplicate = find("profileDuplicate");
    QTRY_VERIFY(duplicate->isVisible() && !more->isVisible());
    QFont large = m_wizard->font();
    const QFont usual = large;
    large.setPointSizeF(large.pointSizeF() * 2);
    m_wizard->setFont(large);
    QTRY_VERIFY(more->isVisible() && !duplicate->isVisible());
    QVERIFY(find("profileSave")->isVisible());
    auto* menu = m_wizard->findChild<QMenu*>("profileMoreMenu");
    QVERIFY(menu);
    emit menu->aboutToShow();
    const QList<QAction*> actions = menu->actions();
    QCOMPARE(actions.size(), 5);
    QCOMPARE(actions.first()->text(), "Duplicate...");
    QVERIFY(actions.first()->isEnabled() && !actions.last()->isEnabled()); // a profile of the program stays
    actions.first()->trigger();
    QTRY_VERIFY(find("profileFormScroll")->isVisible());
    m_wizard->setFont(usual);
    QTRY_VERIFY(duplicate->isVisible() && !more->isVisible());
}

void ProfileListTest::whatASearchSaysMovesNothing()
{
    auto* note = find<ElidedLabel>("profileSearchNote");
    QTRY_VERIFY(list().height() > 0 && note->isVisible()); // its place is not blank
    QCOMPARE(note->text(), "3 profiles"); // nothing was searched
    QCoreApplication::processEvents();
    const int height = list().height();
    type("profileSearch", "apples");
    QTRY_COMPARE(note->text(), "1 profile found");
    QCoreApplication::processEvents();
    QCOMPARE(list().height(), height);
    type("profileSearch", "pears");
    QTRY_VERIFY(note->text().contains("\"first\" stays selected"));
    QCOMPARE_LT(note->mapTo(m_wizard.get(), QPoint()).y(), list().mapTo(m_wizard.get(), QPoint()).y());
    QCoreApplication::processEvents();
    QCOMPARE(list().height(), height);
    type("profileSearch", "xyzzy");
    const QString narrow = "No profile found, 1 selected"; // a sentence also beside large letters
    note->resize(note->fontMetrics().horizontalAdvance(narrow), note->height());
    QCOMPARE(note->shownText(), narrow);
}

// Of the page and of the wizard.
void ProfileListTest::whatComesBelowMovesNoButton()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    QTRY_VERIFY(find("profileRemove")->isVisible() && list().height() > 0);
    const auto place = [this](const char* name) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        return find(name)->mapTo(m_wizard.get(), QPoint()).y();
    };
    const int buttons = place("profileRemove");
    const int rows = place("profileList");
    QVERIFY(buttons < rows);
    m_draft->setFlag("USE_DISTRIBUTED", "ON", "BOOL");
    m_draft->setFlag("TOUR_FAILURE", "compile");
    m_draft->chooseProfile("second");
    QTRY_VERIFY(find("profileConflicts")->isVisible());
    QVERIFY(find("wizardNotice")->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(place("profileRemove"), buttons);
    QCOMPARE(place("profileList"), rows);
}

// They are left, and all profiles are judged again, before the page hears of the choice.
void ProfileListTest::whatDoesNotMatchGoesAlsoWithFlagsOfTheTour()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    m_draft->setFlag("TOUR_FAILURE", "compile");
    type("profileSearch", "pears");
    const auto shown = [this] { return list().model()->rowCount(list().model()->index(0, 0)); };
    QTRY_COMPARE(shown(), 2);
    m_draft->chooseProfile("second");
    QVERIFY(!m_draft->edits().configuration.flag("TOUR_FAILURE"));
    QTRY_COMPARE(shown(), 1);
    QCOMPARE(find<ElidedLabel>("profileSearchNote")->text(), "1 profile found");
}

// And not around what stands beside the indentation.
void ProfileListTest::theFocusIsAroundTheWholeRow()
{
    applyAppearance(Appearance::Light);
    m_wizard->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_wizard.get()));
    list().setFocus();
    QTRY_VERIFY(list().hasFocus());
    list().setCurrentIndex(profileAt(0));
    list().scrollTo(profileAt(0));
    const QColor row = list().palette().color(QPalette::Highlight);
    const auto frame = [&] {
        const QImage picture = list().viewport()->grab().toImage();
        return strongest(picture, QRect(0, list().visualRect(profileAt(0)).center().y(), 5, 1), row);
    };
    QTRY_VERIFY(frame() >= 3);
}

// A row has no room for many reasons.
void ProfileListTest::whatItIsForIsSaidBeforeWhatIsToFix()
{
    HostFacts facts;
    facts.logicalCores = 8; // somebody has looked, and found no tools
    facts.gpus.resize(1);
    facts.gpus.first().name = "NVIDIA A100";
    facts.gpus.first().computeCapability = "8.0";
    m_machine->setFacts(facts);
    QTRY_VERIFY(!m_draft->rankedProfile("first")->reasons.isEmpty());
    const auto said = [this] { return list().currentIndex().data(ProfileTree::DetailRole).toString(); };
    QTRY_VERIFY2(said().startsWith("does not use your NVIDIA A100; "), qPrintable(said()));
    QVERIFY2(said().contains(m_draft->rankedProfile("first")->reasons.first()), qPrintable(said()));
}

void ProfileListTest::theStepSaysHowTheChosenOneFits()
{
    const auto said = [this] { return find("stepProfile")->accessibleDescription(); };
    QCOMPARE(said(), "first");
    HostFacts facts;
    facts.logicalCores = 8; // somebody has looked, and found no tools
    m_machine->setFacts(facts);
    QTRY_COMPARE(said(), "first: fits after fixes");
}

// Its flags can be looked at.
void ProfileListTest::oneForAnotherSystemIsNotBuiltHere()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].platforms
        = { hostPlatform() == Platform::Linux ? Platform::Windows : Platform::Linux };
    m_draft->setCatalogue(catalogue);
    const auto* hint = find<QLabel>("wizardHint");
    QVERIFY2(hint->text().isEmpty(), qPrintable(hint->text()));
    m_draft->chooseProfile("second");
    QVERIFY2(hint->text().contains("cannot be built here"), qPrintable(hint->text()));
    QVERIFY(find("wizardNext")->isEnabled());
    m_wizard->goTo(Wizard::FlagsStep);
    QVERIFY2(hint->text().contains("cannot be built here"), qPrintable(hint->text()));
    m_draft->chooseProfile("first");
    QVERIFY2(hint->text().isEmpty(), qPrintable(hint->text()));
}

// Also when all profiles are judged again.
void ProfileListTest::atFirstItStandsAtItsTop()
{
    setSuggestedAtTheEnd();
    visitAgain();
    QCOMPARE(selected(), "suggested");
    const QScrollBar* bar = list().verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QCoreApplication::processEvents(); // what scrolls once all is laid out
    QCOMPARE(bar->value(), 0);
    m_draft->setCatalogue(ProfileCatalogue(m_draft->catalogue()));
    QCoreApplication::processEvents();
    QCOMPARE(selected(), "suggested");
    QCOMPARE(bar->value(), 0);
}

void ProfileListTest::theChosenOneIsInSight()
{
    setSuggestedAtTheEnd();
    m_draft->chooseProfile("suggested");
    visitAgain();
    QTRY_VERIFY(isCurrentInSight(list()));
    QVERIFY(list().verticalScrollBar()->value() > 0);
    QCoreApplication::processEvents();
    list().scrollToTop();
    QVERIFY(!isCurrentInSight(list()));
    m_wizard->goTo(Wizard::MachineStep);
    m_wizard->goTo(Wizard::ProfileStep);
    QTRY_VERIFY(isCurrentInSight(list()));
}

void ProfileListTest::whatIsAskedForIsInSight()
{
    setSuggestedAtTheEnd();
    ProfilePage place(*m_draft, ProfilePage::Use::Look);
    place.resize(1000, 700);
    place.show();
    const auto* rows = findIn<QTreeView>(place, "profileList");
    QTRY_VERIFY(rows->verticalScrollBar()->maximum() > 0);
    QVERIFY(!isCurrentInSight(*rows));
    place.openProfile("suggested");
    QTRY_VERIFY(isCurrentInSight(*rows));
}

QTEST_MAIN(ProfileListTest)
#include "ProfileListTest.moc"
