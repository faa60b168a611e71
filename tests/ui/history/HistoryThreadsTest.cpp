// SPDX-License-Identifier: GPL-3.0-or-later
// Groups in the table of the history: attempts that go on with each other, or build the same source tree.
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

// Heads are 0.
QVector<int> rowsOf(const QAbstractItemModel& rows)
{
    QVector<int> numbers;
    for (int row = 0; row < rows.rowCount(); ++row)
        numbers << rows.index(row, HistoryModel::Number).data().toInt();
    return numbers;
}

QVector<int> numbersOf(const QAbstractItemModel& rows)
{
    QVector<int> numbers = rowsOf(rows);
    numbers.removeAll(0);
    return numbers;
}

QString headAt(const QAbstractItemModel& rows, int row)
{
    return rows.index(row, 0).data(HistoryRows::HeadRole).value<GroupHead>().sentence();
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
        rows.setGrouping(Grouping::Threads);
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 7, 0, 6, 5, 3, 1, 0, 4, 2 }));
        rows.sort(HistoryModel::Duration, Qt::AscendingOrder);
        QCOMPARE(numbersOf(rows), (QVector<int> { 4, 2, 6, 5, 3, 1, 7 }));
        // All are the same: no thread is mixed with another.
        rows.sort(HistoryModel::Outcome, Qt::AscendingOrder);
        QCOMPARE(numbersOf(rows), (QVector<int> { 7, 6, 5, 3, 1, 4, 2 }));
        // A new attempt takes its whole thread along.
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        QVector<AttemptSummary> more = family();
        more.prepend(summaryOf(8, 2));
        model.setAttempts(more);
        QCOMPARE(numbersOf(rows), (QVector<int> { 8, 4, 2, 7, 6, 5, 3, 1 }));
        rows.setGrouping(Grouping::None);
        QCOMPARE(rowsOf(rows), (QVector<int> { 8, 7, 6, 5, 4, 3, 2, 1 }));
    }

    // Attempts that go on with no other share a head where they stand together.
    void headsTellTheirGroup()
    {
        HistoryModel model;
        HistoryRows rows(&model);
        const QAbstractItemModelTester tester(&rows);
        QVector<AttemptSummary> attempts { summaryOf(9), summaryOf(8) };
        attempts += family();
        attempts[3].record.state = AttemptState::Failed; // 6
        attempts[3].record.request.profileName = QString::fromUtf8("a\nb\x1b[31m\xe2\x80\xae");
        model.setAttempts(attempts);
        rows.setGrouping(Grouping::Threads);
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 9, 8, 7, 0, 6, 5, 3, 1, 0, 4, 2 }));
        QCOMPARE(headAt(rows, 0), "Without retries: 3 attempts");
        QVERIFY2(headAt(rows, 4).endsWith(": 4 attempts, newest: failed"), qPrintable(headAt(rows, 4)));
        for (const char16_t evil : { u'\n', u'\x1b', u'\x202e' })
            QVERIFY(!headAt(rows, 4).contains(QChar(evil)));
        QVERIFY(headAt(rows, 9).startsWith("Profile not known: 2 attempts"));
        QCOMPARE(rows.attemptCount(), 9);
        QVERIFY(!rows.attemptAt(rows.index(0, 0)));
        QCOMPARE(rows.attemptAt(rows.firstAttempt())->number, 9);
        QCOMPARE(rows.flags(rows.index(0, 0)), Qt::NoItemFlags);
        QVERIFY(rows.index(5, 0).data(Qt::AccessibleTextRole).toString().contains("first of a"));
        QVERIFY(!rows.index(6, 0).data(Qt::AccessibleTextRole).toString().contains("first of"));
        AttemptFilter failed;
        failed.outcome = OutcomeWish::Failed;
        rows.setFilter(failed, {});
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 6 }));
        QVERIFY(headAt(rows, 0).contains("1 of 4 attempts"));
        rows.setFilter({}, QStringLiteral("nothing has this"));
        QCOMPARE(rows.rowCount(), 0);
        QVERIFY(!rows.firstAttempt().isValid());
    }

    void sourceTreesStandTogether()
    {
        HistoryModel model;
        HistoryRows rows(&model);
        const QAbstractItemModelTester tester(&rows);
        QVector<AttemptSummary> attempts { summaryOf(5), summaryOf(4), summaryOf(3), summaryOf(2),
            summaryOf(1) };
        for (const int place : { 0, 3 }) // 5 and 2
            attempts[place].record.request.sourceFolder = QStringLiteral("/src/<b>one</b>");
        for (const int place : { 1, 2 }) // 4 and 3
            attempts[place].record.request.sourceFolder = QStringLiteral("/src/two");
        attempts[2].record.imported = ImportNote();
        attempts[2].record.imported->from = QStringLiteral("elsewhere");
        model.setAttempts(attempts);
        rows.setGrouping(Grouping::SourceTrees);
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 5, 2, 0, 4, 0, 3, 0, 1 }));
        QVERIFY(headAt(rows, 0).contains("<b>one</b>: 2 attempts, newest: "));
        QVERIFY(rows.index(0, 0).data(Qt::ToolTipRole).toString().contains("<b>"));
        QVERIFY(headAt(rows, 5).contains("two on elsewhere: 1 attempt,"));
        QVERIFY(headAt(rows, 7).startsWith("Source tree not known: 1 attempt"));
        // Within a tree the column counts, and trees stand where their first row would.
        rows.sort(HistoryModel::Number, Qt::AscendingOrder);
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 1, 0, 2, 5, 0, 3, 0, 4 }));
        // Persistent places go along, and what is deleted takes its head with it.
        const QPersistentModelIndex five(rows.indexOf(5));
        rows.setGrouping(Grouping::Threads);
        QCOMPARE(rows.attemptAt(five)->number, 5);
        rows.setGrouping(Grouping::SourceTrees);
        attempts.removeLast();
        model.setAttempts(attempts);
        QCOMPARE(rowsOf(rows), (QVector<int> { 0, 2, 5, 0, 3, 0, 4 }));
        QCOMPARE(rows.attemptAt(five)->number, 5);
        model.setAttempts({});
        QCOMPARE(rows.rowCount(), 0);
        QVERIFY(!five.isValid());
    }

    // Where the selected attempt is filtered away, another one is selected, never a head.
    void filtersLeaveASelection()
    {
        const AttemptStore store(AppPaths::attemptsFolder());
        for (int number = 1; number <= 6; ++number) {
            FakeAttempt attempt(store, "Tour", 60 - number);
            attempt.record().request.sourceFolder = QStringLiteral("/src/%1").arg(number % 3);
            attempt.end(number % 2 == 0 ? AttemptState::Failed : AttemptState::Succeeded, 10);
        }
        HistoryPage page;
        page.show();
        auto* table = findIn<QTableView>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 6);
        auto* outcome = findIn<QComboBox>(page, "historyOutcome");
        for (const int grouping : { 0, 1, 2 }) {
            findIn<QComboBox>(page, "historyGroup")->setCurrentIndex(grouping);
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                if (table->model()->index(row, 0).data(HistoryRows::HeadRole).isValid())
                    continue;
                table->selectRow(row);
                for (const char* choice : { "Failed", "Succeeded" }) {
                    outcome->setCurrentIndex(outcome->findText(choice));
                    const QModelIndexList selected
                        = table->selectionModel()->selectedRows(HistoryModel::Number);
                    QCOMPARE(selected.size(), 1);
                    QCOMPARE(selected.first().row(), table->currentIndex().row());
                    QVERIFY(selected.first().data().toInt() > 0);
                    QVERIFY(findIn<QPushButton>(page, "historyOpen")->isEnabled());
                }
                outcome->setCurrentIndex(0);
            }
        }
    }

    // Heads are never selected, and keys do not end at them.
    void keysPassOverHeads()
    {
        const AttemptStore store(AppPaths::attemptsFolder());
        for (int number = 1; number <= 40; ++number) {
            FakeAttempt attempt(store, "Tour", 60 - number);
            attempt.record().request.sourceFolder = QStringLiteral("/src/%1").arg(number / 2);
            attempt.end(AttemptState::Failed, 10);
        }
        HistoryPage page;
        page.resize(1000, 500);
        page.show();
        auto* table = findIn<QTableView>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 40);
        findIn<QComboBox>(page, "historyGroup")->setCurrentIndex(2);
        QVERIFY(table->model()->rowCount() > 40);
        QVERIFY(table->isColumnHidden(HistoryModel::Thread));
        const auto current
            = [table] { return table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt(); };
        QCOMPARE(current(), 40);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(current(), 39);
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(current(), 40);
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(current(), 40);
        for (int pages = 0, before = 41; current() > 1; ++pages) {
            QVERIFY2(current() < before, qPrintable(QString::number(current())));
            QVERIFY(pages < 40);
            before = current();
            QTest::keyClick(table, Qt::Key_PageDown);
        }
        table->selectAll();
        const QModelIndexList rows = table->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 40);
        for (const QModelIndex& row : rows)
            QVERIFY(!row.data(HistoryRows::HeadRole).isValid());
        QTest::mouseClick(
            table->viewport(), Qt::LeftButton, {}, QPoint(60, table->rowViewportPosition(0) + 3)); // a head
        QCOMPARE(current(), 1);
    }

    void theGraphFollowsTheFilter()
    {
        HistoryModel model;
        HistoryRows rows(&model);
        QVector<AttemptSummary> attempts = family();
        attempts[4].record.state = AttemptState::Failed; // 3
        model.setAttempts(attempts);
        rows.setGrouping(Grouping::Threads);
        rows.sort(HistoryModel::Number, Qt::DescendingOrder);
        const auto graph = [&rows](int row) {
            return rows.index(row, HistoryModel::Thread).data(HistoryRows::GraphRole).value<ThreadRow>();
        };
        QVERIFY(graph(3).hasOlder && !graph(3).skips); // 6
        QCOMPARE(graph(4).lane, 1); // 5
        QCOMPARE(graph(5).joins, 2U); // 3
        AttemptFilter filter;
        filter.outcome = OutcomeWish::Running;
        rows.setFilter(filter, {});
        QCOMPARE(numbersOf(rows), (QVector<int> { 7, 6, 5, 1, 4, 2 }));
        QVERIFY(graph(3).skips && graph(4).skips);
        filter.outcome = OutcomeWish::Failed;
        rows.setFilter(filter, {});
        QCOMPARE(numbersOf(rows), QVector<int> { 3 });
        QVERIFY(!graph(1).hasOlder && !graph(1).hasNewer);
    }

    void stepsAreTold()
    {
        LineageStep step { 4, 3, {}, FixResult::Helped };
        QCOMPARE(stepWords(step), "continues 3");
        step.fixes = { { 3, "jobs", {}, "Jobs 18 -> 12", false }, { 1, "nccl", {}, "NCCL off", true } };
        QCOMPARE(stepWords(step), "applied: Jobs 18 -> 12; undone: NCCL off; helped");
        QCOMPARE(stepSentence(step),
            "attempt 4, continues attempt 3, applied: Jobs 18 -> 12, undone: NCCL off, helped");
        step.result = FixResult::DidNotHelp;
        QVERIFY(stepWords(step).endsWith("did not help"));
        QVERIFY(stepWords({ 1, 0, {}, FixResult::Unknown }).isEmpty());
        step.fixes = { { 3, "r", {}, QString::fromUtf8("a\nb\x1b[31m\xe2\x80\xaeturned"), false } };
        for (const char16_t evil : { u'\n', u'\x1b', u'\x202e' })
            QVERIFY(!stepWords(step).contains(QChar(evil)));
        HistoryModel model;
        model.setAttempts({ summaryOf(2, 1, "<b>bold</b>"), summaryOf(1) });
        QVERIFY(model.index(0, HistoryModel::Thread).data(Qt::ToolTipRole).toString().contains("<b>"));
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
            QCOMPARE(rowsOf(*table->model()), (QVector<int> { 0, 3, 1, 0, 2 }));
            QCOMPARE(table->selectionModel()->selectedRows().value(0).row(), 4);
            QTest::keyClick(table, Qt::Key_Up);
            QTest::keyClick(table, Qt::Key_Up, Qt::ShiftModifier);
            QVERIFY(findIn<QPushButton>(page, "historyCompare")->isEnabled());
            const auto told = [table](int row) {
                return table->model()
                    ->index(row, HistoryModel::Outcome)
                    .data(Qt::AccessibleTextRole)
                    .toString();
            };
            QCOMPARE(
                told(1), "Failed, attempt 3, continues attempt 1; first of Tour: 2 attempts, newest: failed");
            QCOMPARE(told(2), "Failed, attempt 1");
        }
        HistoryPage again;
        QVERIFY(!findIn<QTableView>(again, "historyTable")->isColumnHidden(HistoryModel::Thread));
    }
};

QTEST_MAIN(HistoryThreadsTest)
#include "HistoryThreadsTest.moc"
