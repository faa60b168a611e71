// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ProfileDelegate.h"
#include "core/solver/ProfileRanking.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/ProfileTree.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QScopeGuard>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>

using namespace torchmason;

// A profile in the list.
class ProfileDelegateTest : public QObject {
    Q_OBJECT

private slots:
    void aLongReasonGoesOnInFurtherLines();
    void whatFitsWithChangesIsNotLost();
    void theDotIsBesideTheName();
};

// Laid out from right to left, the dot is no last letter of what stands beside the name.
void ProfileDelegateTest::theDotIsBesideTheName()
{
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    auto* profile = new QStandardItem("A name"); // longer than the word below
    profile->setData(int(ProfileFit::Fits), ProfileTree::FitRole);
    profile->setData(true, ProfileTree::OwnRole);
    auto* heading = new QStandardItem("Ranked");
    heading->appendRow(profile);
    QStandardItemModel model;
    model.appendRow(heading);
    QTreeView view;
    view.setHeaderHidden(true);
    view.setItemDelegate(new ProfileDelegate(&view));
    view.setModel(&model);
    view.expandAll();
    view.resize(400, 200);
    view.show();
    QCoreApplication::processEvents();
    const QRect row = view.visualRect(profile->index()).intersected(view.viewport()->rect());
    const QImage picture = view.viewport()->grab(row).toImage();
    const auto isInked = [&](int x, int y) { return picture.pixelColor(x, y) != picture.pixelColor(0, 0); };
    int first = picture.width();
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < first; ++x)
            first = isInked(x, y) ? x : first;
    }
    int high = 0;
    for (int y = 0; y < picture.height(); ++y)
        high += isInked(first, y) || isInked(first + 1, y) || isInked(first + 2, y);
    QVERIFY2(high > view.fontMetrics().ascent() / 3, qPrintable(QString::number(high))); // a letter
}

// The row that is to fix stays a failure.
void ProfileDelegateTest::whatFitsWithChangesIsNotLost()
{
    QVERIFY(markOf(ProfileFit::FitsWithChanges) == Mark::Warning);
    QVERIFY(markOf(ProfileFit::DoesNotFit) == Mark::Bad);
    QVERIFY(markOf(CheckState::Fail) == Mark::Bad);
}

void ProfileDelegateTest::aLongReasonGoesOnInFurtherLines()
{
    const QString reason = "PyTorch 2.14 needs CUDA 12.6 or newer, this is %1";
    auto* profile = new QStandardItem("A100");
    profile->setData(int(ProfileFit::FitsWithChanges), ProfileTree::FitRole);
    profile->setData(reason.arg("12.1"), ProfileTree::DetailRole);
    auto* heading = new QStandardItem("Ranked");
    heading->appendRow(profile);
    QStandardItemModel model;
    model.appendRow(heading);
    QTreeView view;
    view.setHeaderHidden(true);
    view.setItemDelegate(new ProfileDelegate(&view));
    view.setModel(&model);
    view.expandAll();
    const int line = 7 * view.fontMetrics().horizontalAdvance(reason) / 10;
    view.resize(line + 2 * (view.indentation() + spacing::inner + view.frameWidth()), 400);
    view.show();
    QCoreApplication::processEvents();
    const QImage before = view.viewport()->grab().toImage();
    const int high = view.visualRect(profile->index()).height();
    profile->setData(reason.arg("11.8"), ProfileTree::DetailRole);
    QVERIFY(view.viewport()->grab().toImage() != before); // what comes last is seen
    profile->setData("needs Ninja", ProfileTree::DetailRole);
    view.doItemsLayout();
    QVERIFY(view.visualRect(profile->index()).height() < high);
    profile->setData(reason.arg("12.1"), ProfileTree::DetailRole);
    view.doItemsLayout();
    QCOMPARE(view.visualRect(profile->index()).height(), high);
    view.resize(3 * line, 400);
    QTRY_VERIFY(view.visualRect(profile->index()).height() < high);
    view.resize(line, 400);
    QTRY_VERIFY(view.visualRect(profile->index()).height() >= high);
    // In three lines it is whole, and so are the facts in two.
    view.resize(line + 2 * (view.indentation() + spacing::inner + view.frameWidth()), 400);
    QTRY_COMPARE(view.visualRect(profile->index()).height(), high);
    profile->setData(reason.arg("12.1") + "; " + reason.left(reason.size() / 2), ProfileTree::DetailRole);
    view.doItemsLayout();
    const int higher = view.visualRect(profile->index()).height();
    QVERIFY(higher > high);
    profile->setData(
        reason.arg("12.1") + "; " + reason + "; " + reason.left(reason.size() / 4), ProfileTree::DetailRole);
    view.doItemsLayout();
    QVERIFY(view.visualRect(profile->index()).height() > higher); // three would not hold it
    profile->setData(reason.arg("12.1") + "; " + reason.left(reason.size() / 2), ProfileTree::DetailRole);
    profile->setData(reason, ProfileTree::FactsRole);
    view.doItemsLayout();
    QVERIFY(view.visualRect(profile->index()).height() > higher);
    profile->setData(reason + reason, ProfileTree::FactsRole);
    view.doItemsLayout();
    QCOMPARE_GT(view.visualRect(profile->index()).height(), higher + 2 * view.fontMetrics().height());
    // What is said of one that fits stands below its word, too, also where it is short.
    profile->setData(int(ProfileFit::Fits), ProfileTree::FitRole);
    profile->setData(QString(), ProfileTree::FactsRole);
    profile->setData(QString(), ProfileTree::DetailRole);
    view.doItemsLayout();
    const int wordAlone = view.visualRect(profile->index()).height();
    profile->setData("short", ProfileTree::DetailRole);
    view.doItemsLayout();
    QCOMPARE_GT(view.visualRect(profile->index()).height(), wordAlone);
    const int low = view.visualRect(profile->index()).height();
    QVERIFY(low < high);
    // A long name has a second line.
    profile->setText(reason);
    view.doItemsLayout();
    QCOMPARE_GT(view.visualRect(profile->index()).height(), low);
}

QTEST_MAIN(ProfileDelegateTest)
#include "ProfileDelegateTest.moc"
