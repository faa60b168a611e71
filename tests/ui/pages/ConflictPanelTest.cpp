// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ConflictPanel.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

using namespace torchmason;

// What the user set, and another profile says otherwise.
class ConflictPanelTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new ApplicationStyle); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void aConflictGoesWithItsEdit();
    void eachConflictIsAsked();
    void conflictsAreInTheOrderOfTheChanges();
    void largeTextCutsNoNameOfAConflict();
    void moreThanIsInSightIsTold();
    void answersStandAsCloseAsOtherButtons();
    void changesAreToldOnce();
    void twoConflictsNeedNoScrolling();
    void valuesStandBesideEachOther();
};

// What is asked is not also told in the line of the changes.
void ConflictPanelTest::changesAreToldOnce()
{
    m_wizard->goTo(Wizard::ProfileStep);
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_wizard->goTo(Wizard::FlagsStep);
    m_wizard->goTo(Wizard::ProfileStep);
    const auto* changes = find("profileChanges");
    QTRY_VERIFY(changes->isVisible());
    const auto listEnd = [this] { // in the page
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        return find("profileSplitter")->geometry().bottom();
    };
    m_draft->chooseProfile("second");
    const auto* panel = find("profileConflicts");
    QTRY_VERIFY(panel->isVisible() && !changes->isVisible());
    QTRY_COMPARE_GE(listEnd(), panel->y() - 2 * spacing::group); // no hole between them
    clickIn(*m_wizard, "conflictKeep-USE_DISTRIBUTED");
    QTRY_VERIFY(!panel->isVisible() && changes->isVisible());
}

// With large letters in the smallest window.
void ConflictPanelTest::twoConflictsNeedNoScrolling()
{
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(910, 672);
    m_wizard->goTo(Wizard::ProfileStep);
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_draft->edit("targets", {}, [](RequestWishes& edits) { edits.targets = { "c10" }; });
    m_draft->chooseProfile("second");
    const auto* rows = find<QScrollArea>("conflictRows");
    QTRY_VERIFY(rows->isVisible());
    m_wizard->grab();
    QTRY_COMPARE(rows->verticalScrollBar()->maximum(), 0);
    QVERIFY(find("conflictTake-USE_DISTRIBUTED")->isVisible() && find("conflictTake-Targets")->isVisible());
}

// And nearer to their name than to the next one.
void ConflictPanelTest::valuesStandBesideEachOther()
{
    m_wizard->goTo(Wizard::ProfileStep);
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_draft->edit("targets", {}, [](RequestWishes& edits) { edits.targets = { "c10" }; });
    m_draft->chooseProfile("second");
    const auto labelsWith = [this](const QString& beginning) {
        QVector<const ElidedLabel*> found;
        for (const auto* label : find("profileConflicts")->findChildren<ElidedLabel*>()) {
            if (label->isVisible() && label->text().startsWith(beginning))
                found.append(label);
        }
        return found;
    };
    QTRY_COMPARE(labelsWith("profile: ").size(), 2);
    const ElidedLabel* first = labelsWith("1 of 2: ").value(0);
    const ElidedLabel* next = labelsWith("2 of 2: ").value(0);
    const QVector<const ElidedLabel*> mine = labelsWith("yours: ");
    QVERIFY(first && next && mine.size() == 2);
    const int widest = std::max(mine[0]->sizeHint().width(), mine[1]->sizeHint().width());
    QTRY_COMPARE_GT(next->y(), mine[0]->y());
    QTRY_COMPARE_LE(labelsWith("profile: ")[0]->x(), mine[0]->x() + widest + spacing::group);
    QCOMPARE_GT(next->y() + next->contentsMargins().top() - mine[0]->geometry().bottom(),
        mine[0]->y() - first->geometry().bottom());
}

void ConflictPanelTest::aConflictGoesWithItsEdit()
{
    m_wizard->goTo(Wizard::ProfileStep);
    auto* banner = find("profileConflicts");
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    QVERIFY(!banner->isVisible());
    m_draft->chooseProfile("second");
    QVERIFY(banner->isVisible());
    const QImage image = banner->grab().toImage(); // a bar, as other warnings have
    QCOMPARE(image.pixel(1, image.height() / 2), toneColour(Tone::Warning, banner->palette()).rgb());
    m_wizard->goTo(Wizard::FlagsStep);
    m_draft->resetFlag("USE_DISTRIBUTED");
    m_wizard->goTo(Wizard::ProfileStep);
    QVERIFY(!banner->isVisible());
    m_draft->undoStack().undo();
    m_draft->chooseProfile("first");
    QVERIFY(banner->isVisible());
    clickIn(*banner, "conflictsKeepAll");
    m_draft->setFlag("MINE", "1");
    QVERIFY(!banner->isVisible()); // answered by the user: not asked again
    QCOMPARE(m_draft->edits().configuration.flagValue("USE_DISTRIBUTED"), "ON");
}

void ConflictPanelTest::eachConflictIsAsked()
{
    m_wizard->goTo(Wizard::ProfileStep);
    auto* panel = find<ConflictPanel>("profileConflicts");
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    RequestWishes edits = m_draft->edits();
    edits.sourceFolder = m_home->filePath("tree");
    edits.targets = { "c10" };
    edits.skippedStages = { "patch" };
    m_draft->change("set", edits);
    m_draft->chooseProfile("second");
    QVERIFY(panel->isVisible());
    const auto* rows = find("conflictRows"); // the profiles keep room, whatever the letters
    QVERIFY(rows->minimumHeight() < find("profilePage")->height() / 4);
    panel->fitInto(4000);
    const int ofHighPage = rows->minimumHeight();
    panel->fitInto(200);
    QVERIFY(rows->minimumHeight() < ofHighPage);
    QVERIFY(rows->minimumHeight() > find("conflictKeep-Source folder")->minimumSizeHint().height());
    clickIn(*panel, "conflictTake-USE_DISTRIBUTED");
    QVERIFY(m_draft->edits().configuration.flags.isEmpty());
    clickIn(*panel, "conflictKeep-Source folder");
    QVERIFY(panel->isVisible());
    QVERIFY(!panel->findChild<QAbstractButton*>("conflictKeep-Source folder")->isVisible());
    clickIn(*panel, "conflictsTakeAll");
    QVERIFY(!panel->isVisible());
    QCOMPARE(m_draft->edits().sourceFolder, edits.sourceFolder);
    QVERIFY(m_draft->edits().targets.isEmpty() && m_draft->edits().skippedStages.isEmpty());
    m_draft->undoStack().undo();
    QCOMPARE(m_draft->edits().targets, edits.targets);
}

// As the changes are named where nothing is asked.
void ConflictPanelTest::conflictsAreInTheOrderOfTheChanges()
{
    ProfileCatalogue catalogue = threeProfiles();
    catalogue.profiles[1].configuration.setFlag({ "A_FLAG", "1", "STRING" });
    m_draft->setCatalogue(catalogue);
    m_draft->chooseProfile("second");
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_draft->setFlag("A_FLAG", "2");
    QStringList changed;
    for (const RequestDifference& change : m_draft->changes())
        changed << change.name;
    QStringList asked;
    for (const EditConflict& conflict : m_draft->conflicts())
        asked << conflict.name;
    QCOMPARE(asked, QStringList({ "A_FLAG", "USE_DISTRIBUTED" }));
    QCOMPARE(asked, changed);
}

// In the smallest window.
void ConflictPanelTest::largeTextCutsNoNameOfAConflict()
{
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(944, 700);
    m_wizard->goTo(Wizard::ProfileStep);
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    m_draft->chooseProfile("second");
    m_wizard->grab();
    const auto* name = find("conflictName-USE_DISTRIBUTED");
    QVERIFY(name->isVisible());
    QTRY_COMPARE_GE(name->width(), name->sizeHint().width());
    const auto* rows = find<QScrollArea>("conflictRows");
    QTRY_COMPARE(rows->verticalScrollBar()->maximum(), 0);
}

// Each is numbered, and below the last whole one stands the name of the next.
void ConflictPanelTest::moreThanIsInSightIsTold()
{
    m_wizard->goTo(Wizard::ProfileStep);
    auto* panel = find<ConflictPanel>("profileConflicts");
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    RequestWishes edits = m_draft->edits();
    edits.targets = { "c10" };
    m_draft->change("set", edits);
    m_draft->chooseProfile("second");
    panel->fitInto(200); // room for one
    const auto titled = [panel](const QString& title) {
        const auto labels = panel->findChildren<ElidedLabel*>();
        const auto found = std::find_if(labels.begin(), labels.end(),
            [&](const ElidedLabel* label) { return label->isVisible() && label->text().startsWith(title); });
        return found == labels.end() ? nullptr : *found;
    };
    QVERIFY(titled("1 of 2: "));
    const ElidedLabel* next = titled("2 of 2: ");
    QVERIFY(next);
    const auto* rows = find<QScrollArea>("conflictRows");
    QTRY_VERIFY(rows->verticalScrollBar()->isVisible() && rows->verticalScrollBar()->maximum() > 0);
    QTRY_VERIFY(
        rows->viewport()->rect().contains(QRect(next->mapTo(rows->viewport(), QPoint()), next->size())));
    clickIn(*panel, "conflictKeep-Targets");
    QTRY_COMPARE(rows->verticalScrollBar()->maximum(), 0);
    QTRY_VERIFY(titled("USE_DISTRIBUTED")); // nothing to count
}

void ConflictPanelTest::answersStandAsCloseAsOtherButtons()
{
    m_wizard->goTo(Wizard::ProfileStep);
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    RequestWishes edits = m_draft->edits();
    edits.targets = { "c10" };
    m_draft->change("set", edits);
    m_draft->chooseProfile("second");
    const auto left = [this](const QString& name) { return find(name)->mapTo(m_wizard.get(), QPoint()).x(); };
    const auto gap = [&](const QString& first, const QString& second) {
        return left(second) - left(first) - find(first)->width();
    };
    QTRY_COMPARE(gap("conflictKeep-USE_DISTRIBUTED", "conflictTake-USE_DISTRIBUTED"), spacing::inner);
    QTRY_COMPARE(gap("conflictsKeepAll", "conflictsTakeAll"), spacing::inner);
}

QTEST_MAIN(ConflictPanelTest)
#include "ConflictPanelTest.moc"
