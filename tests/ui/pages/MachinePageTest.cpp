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
    void whatIsToFixStandsFirst();
    void whatIsToFixStandsFirstInItsGroup();
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

void MachinePageTest::whatIsToFixStandsFirst()
{
    MachinePage page(*m_draft);
    page.show();
    const auto* list = findIn<CheckList>(page, "machineChecks");
    const QVector<CheckRow> rows = m_draft->machineRows();
    QSet<QString> toFix;
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Fail)
            toFix.insert(row.group);
    }
    QVERIFY(!toFix.isEmpty() && !toFix.contains(rows.first().group));
    QTRY_VERIFY(list->rowWidget(rows.last().id)->y() > 0);
    int lowest = 0;
    int highest = 100000;
    for (const CheckRow& row : rows) {
        const int y = list->rowWidget(row.id)->y();
        toFix.contains(row.group) ? lowest = std::max(lowest, y) : highest = std::min(highest, y);
    }
    QVERIFY2(lowest < highest, qPrintable(QStringLiteral("%1 %2").arg(lowest).arg(highest)));
}

// What is there comes from a probe above what is missing; in its group it stands below.
void MachinePageTest::whatIsToFixStandsFirstInItsGroup()
{
    HostFacts facts;
    facts.tools = { { "cmake", "/usr/bin/cmake", "3.31.6", {} } };
    m_machine->setFacts(facts);
    MachinePage page(*m_draft);
    page.show();
    const auto* list = findIn<CheckList>(page, "machineChecks");
    CheckRowWidget* good = list->rowWidget("cmake");
    CheckRowWidget* missing = list->rowWidget("ninja");
    QVERIFY(good && missing);
    QCOMPARE(good->row().state, CheckState::Pass);
    QCOMPARE(missing->row().state, CheckState::Fail);
    QTRY_VERIFY(good->y() > missing->y());
    // Read in that order, too.
    QVERIFY(list->children().indexOf(good) > list->children().indexOf(missing));
}

QTEST_MAIN(MachinePageTest)
#include "MachinePageTest.moc"
