// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/ProfileTree.h"

#include <QTreeView>

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
    void changesThatChangeNothingAreNotSaved();

private:
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

QTEST_MAIN(ProfileListTest)
#include "ProfileListTest.moc"
