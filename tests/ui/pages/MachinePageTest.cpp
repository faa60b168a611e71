// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachinePage.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"

#include <QScrollArea>
#include <QScrollBar>

using namespace torchmason;

// The list of the machine's page in windows of other sizes.
class MachinePageTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theFirstRowInSightIsWholeInASmallerWindow();
    void theBeginningStays();
};

void MachinePageTest::theFirstRowInSightIsWholeInASmallerWindow()
{
    MachinePage page(*m_draft);
    page.resize(1000, 320);
    page.show();
    const auto* area = findIn<QScrollArea>(page, "machineScroll");
    const QWidget* row = findIn<CheckList>(page, "machineChecks")->findChildren<CheckRowWidget*>().value(1);
    QVERIFY(row);
    const auto middle = [&] { return row->mapTo(area->widget(), QPoint(0, row->height() / 2)).y(); };
    QTRY_VERIFY(row->y() > 0 && area->verticalScrollBar()->maximum() > middle());
    area->verticalScrollBar()->setValue(middle());
    page.resize(900, 280);
    QTRY_COMPARE(row->mapTo(area->viewport(), QPoint()).y(), 0);
    // A row that whoever reads has cut stays as it is.
    area->verticalScrollBar()->setValue(middle());
    QCoreApplication::processEvents();
    QCOMPARE(area->verticalScrollBar()->value(), middle());
}

void MachinePageTest::theBeginningStays()
{
    MachinePage page(*m_draft);
    page.resize(1000, 320);
    page.show();
    QCoreApplication::processEvents();
    page.resize(900, 280);
    QCoreApplication::processEvents();
    QCOMPARE(findIn<QScrollArea>(page, "machineScroll")->verticalScrollBar()->value(), 0);
}

QTEST_MAIN(MachinePageTest)
#include "MachinePageTest.moc"
