// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts that go on with each other, in the table of the history.
#include "core/base/AppPaths.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/HistoryRows.h"
#include "ui/history/StepText.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>
#include <QTableView>

using namespace torchmason;

namespace {

AttemptSummary summaryOf(int number, int base = 0, const QString& fix = {}, AttemptState state = {})
{
    AttemptSummary summary;
    summary.number = number;
    summary.folder = QStringLiteral("/attempts/%1").arg(number);
    summary.record.number = number;
    summary.record.state = state;
    summary.record.duration = Milliseconds(number * 1000);
    if (base > 0)
        summary.record.request.continuesAttempt = base;
    if (!fix.isEmpty())
        summary.record.request.answers = { { base, "rule", {}, fix, false } };
    return summary;
}

// 1 <- 3 <- 6 and 3 <- 5; 2 <- 4; 7.
QVector<AttemptSummary> family()
{
    return { summaryOf(7), summaryOf(6, 3), summaryOf(5, 3), summaryOf(4, 2), summaryOf(3, 1), summaryOf(2),
        summaryOf(1) };
}

QVector<int> numbersOf(const QAbstractItemModel& rows)
{
    QVector<int> numbers;
    for (int row = 0; row < rows.rowCount(); ++row)
        numbers << rows.index(row, HistoryModel::Number).data().toInt();
    return numbers;
}

}

class HistoryThreadsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = freshHome(); }

    void threadsStandTogether()
    {
        HistoryModel model;
        HistoryRows rows(&model);
        const QAbstractItemModelTester tester(&rows);
        model.setAttempts(family());
        rows.setThreaded(true);
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        QCOMPARE(numbersOf(rows), (QVector<int> { 7, 6, 5, 3, 1, 4, 2 }));
        rows.sort(HistoryModel::Duration, Qt::AscendingOrder);
        QCOMPARE(numbersOf(rows), (QVector<int> { 4, 2, 6, 5, 3, 1, 7 }));
        rows.sort(
            HistoryModel::Outcome, Qt::AscendingOrder); // all are the same: no thread is mixed with another
        QCOMPARE(numbersOf(rows), (QVector<int> { 4, 2, 6, 5, 3, 1, 7 }));
        // A new attempt takes its whole thread along.
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        QVector<AttemptSummary> more = family();
        more.prepend(summaryOf(8, 2));
        model.setAttempts(more);
        QCOMPARE(numbersOf(rows), (QVector<int> { 8, 4, 2, 7, 6, 5, 3, 1 }));
        rows.setThreaded(false);
        QCOMPARE(numbersOf(rows), (QVector<int> { 8, 7, 6, 5, 4, 3, 2, 1 }));
    }

    void theGraphFollowsTheFilter()
    {
        HistoryModel model;
        HistoryRows rows(&model);
        QVector<AttemptSummary> attempts = family();
        attempts[4].record.state = AttemptState::Failed; // 3
        model.setAttempts(attempts);
        rows.setThreaded(true);
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        const auto graph = [&rows](int row) {
            return rows.index(row, HistoryModel::Thread).data(HistoryRows::GraphRole).value<ThreadRow>();
        };
        QVERIFY(graph(1).hasOlder && !graph(1).skips); // 6
        QCOMPARE(graph(2).lane, 1); // 5
        QCOMPARE(graph(3).joins, 2U); // 3
        AttemptFilter filter;
        filter.outcome = OutcomeWish::Running;
        rows.setFilter(filter, {});
        QCOMPARE(numbersOf(rows), (QVector<int> { 7, 6, 5, 1, 4, 2 }));
        QVERIFY(graph(1).skips && graph(2).skips);
        filter.outcome = OutcomeWish::Failed;
        rows.setFilter(filter, {});
        QCOMPARE(numbersOf(rows), QVector<int> { 3 });
        QVERIFY(!graph(0).hasOlder && !graph(0).hasNewer);
    }

    void stepsAreTold()
    {
        LineageStep step { 4, 3, {}, FixResult::Helped };
        QCOMPARE(stepWords(step), "goes on with 3");
        step.fixes = { { 3, "jobs", {}, "Jobs 18 -> 12", false }, { 1, "nccl", {}, "NCCL off", true } };
        QCOMPARE(stepWords(step), "applied: Jobs 18 -> 12; took back: NCCL off; helped");
        QCOMPARE(stepSentence(step),
            "attempt 4, goes on with attempt 3, applied: Jobs 18 -> 12, took back: NCCL off, helped");
        step.result = FixResult::DidNotHelp;
        QVERIFY(stepWords(step).endsWith("did not help"));
        QVERIFY(stepWords({ 1, 0, {}, FixResult::Unknown }).isEmpty());
        step.fixes = { { 3, "r", {}, QString::fromUtf8("a\nb\x1b[31m\xe2\x80\xaeturned"), false } };
        for (const char16_t evil : { u'\n', u'\x1b', u'\x202e' })
            QVERIFY(!stepWords(step).contains(QChar(evil)));
        HistoryModel model;
        model.setAttempts({ summaryOf(2, 1, "<b>bold</b>"), summaryOf(1) });
        QVERIFY(model.index(0, HistoryModel::Thread).data(Qt::ToolTipRole).toString().contains("&lt;b&gt;"));
    }

    // A running attempt that ends decides on its fix.
    void resultsComeLater()
    {
        HistoryModel model;
        AttemptSummary failed = summaryOf(1, 0, {}, AttemptState::Failed);
        failed.record.firstFindingRule = "rule";
        AttemptSummary next = summaryOf(2, 1, "Jobs 18 -> 12", AttemptState::Running);
        model.setAttempts({ next, failed });
        const QModelIndex cell = model.index(0, HistoryModel::Thread);
        QCOMPARE(cell.data().toString(), "applied: Jobs 18 -> 12");
        next.record.state = AttemptState::Succeeded;
        model.updateAttempts({ next });
        QCOMPARE(cell.data().toString(), "applied: Jobs 18 -> 12; helped");
    }

    void thePageRemembers()
    {
        const AttemptStore store(AppPaths::attemptsFolder());
        for (const int base : { 0, 0, 1 }) {
            FakeAttempt attempt(store, "Tour", 5);
            if (base > 0)
                attempt.record().request.continuesAttempt = base;
            attempt.end(AttemptState::Failed, 10);
        }
        {
            HistoryPage page;
            page.show();
            auto* table = findIn<QTableView>(page, "historyTable");
            QTRY_COMPARE(table->model()->rowCount(), 3);
            QVERIFY(table->isColumnHidden(HistoryModel::Thread));
            table->selectRow(1); // 2
            findIn<QComboBox>(page, "historyGroup")->setCurrentIndex(1);
            QVERIFY(!table->isColumnHidden(HistoryModel::Thread));
            QCOMPARE(numbersOf(*table->model()), (QVector<int> { 3, 1, 2 }));
            QCOMPARE(table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt(), 2);
            QCOMPARE(table->selectionModel()->selectedRows().value(0).row(), 2);
            QTest::keyClick(table, Qt::Key_Up);
            QTest::keyClick(table, Qt::Key_Up, Qt::ShiftModifier);
            QVERIFY(findIn<QPushButton>(page, "historyCompare")->isEnabled());
            QCOMPARE(table->model()->index(0, HistoryModel::Outcome).data(Qt::AccessibleTextRole).toString(),
                "Failed, attempt 3, goes on with attempt 1");
        }
        HistoryPage again;
        QVERIFY(!findIn<QTableView>(again, "historyTable")->isColumnHidden(HistoryModel::Thread));
    }
};

QTEST_MAIN(HistoryThreadsTest)
#include "HistoryThreadsTest.moc"
