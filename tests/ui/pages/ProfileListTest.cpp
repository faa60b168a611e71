// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/ProfileTree.h"

#include <QLabel>
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
    void changesThatChangeNothingAreNotSaved();
    void theDiskIsThatOfTheReview();

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

// And not what the profile names for any build of its kind.
void ProfileListTest::theDiskIsThatOfTheReview()
{
    ProfileCatalogue pytorch = threeProfiles();
    for (Profile& profile : pytorch.profiles) {
        profile.source.kind = SourceKind::Git;
        profile.configuration.setFlag({ "USE_CUDA", "OFF", "BOOL" });
        profile.needs.disk = 99 * gibibyte;
    }
    m_draft->setCatalogue(pytorch);
    const Estimate disk = m_draft->diskOf(*m_draft->profile());
    QVERIFY(disk.isKnown());
    const auto says = [this](const QString& text) {
        const auto labels = find("profileDetailScroll")->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&text](const QLabel* label) { return label->text().contains(text); });
    };
    QVERIFY(says(spanText(*disk.low, *disk.high)));
    QVERIFY(!says(formatBytes(99 * gibibyte)));
}

QTEST_MAIN(ProfileListTest)
#include "ProfileListTest.moc"
