// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of attempts side by side in the history.
#include "tests/ui/history/HistoryHarness.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTreeWidget>

using namespace torchmason;

class ComparedLogsTest : public QObject, private HistoryHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // One mark for both sides, also where the one has a line more.
    void theLogsPartInOneRow()
    {
        HistoryPage page;
        QTreeWidget* logs = compared(page, "new\na\nb\n", "a\nb\n");
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        QStringList marked;
        for (const QTreeWidgetItem* row : rowsIn(*logs->topLevelItem(0))) {
            if (row->font(1).bold())
                marked << row->text(0) + u'|' + row->text(1) + u'|' + row->text(2);
        }
        QCOMPARE(marked, QStringList("Line 1|new|(no such line)")); // it lacks, and is not another one
        QVERIFY(!rowsOf(*logs).join(u'\n').contains("has no such line there")); // its row says so
        QVERIFY2(
            rowsOf(*logs).join('\n').contains("|Lines 2 and 1|a|a"), qPrintable(rowsOf(*logs).join('\n')));
        auto* leftOut = findIn<QLabel>(page, "comparisonLeftOut");
        QVERIFY(!leftOut->text().contains("first difference"));
        findIn<QTabWidget>(page, "comparisonTabs")->setCurrentIndex(3);
        QVERIFY2(leftOut->text().contains("first difference of each stage"), qPrintable(leftOut->text()));
    }

    void whatOneLogLacksIsSaid()
    {
        HistoryPage page;
        QTreeWidget* logs = compared(page, "a\nb\nc\n", "a\nb\n");
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        const QString rows = rowsOf(*logs).join('\n');
        QVERIFY2(rows.contains("|The log of attempt 2 ends there.|"), qPrintable(rows));
        QVERIFY2(rows.contains("|Line 3|c|(no such line)"), qPrintable(rows));
        QVERIFY2(rows.contains("|Line 2|b|b"), qPrintable(rows));
        for (QTreeWidgetItemIterator row(logs); *row; ++row) {
            if ((*row)->text(0) == "Line 3")
                logs->setCurrentItem(*row);
        }
        const auto familiesOf = [logs](int column) {
            return logs->currentItem()->font(column).resolve(logs->font()).families();
        };
        QCOMPARE(familiesOf(1), monospaceFont(page.font()).families());
        QCOMPARE(familiesOf(0), page.font().families()); // words of ours
        QCOMPARE(familiesOf(2), page.font().families());
        const auto isAsInTheLog
            = [logs](int column) { return logs->currentItem()->textAlignment(column) & Qt::AlignAbsolute; };
        QVERIFY(isAsInTheLog(1));
        QVERIFY(!isAsInTheLog(2));
        QCOMPARE(findIn<CopyBox>(page, "comparisonLeftLine")->text(), "c");
        const auto* lacking = findIn<CopyBox>(page, "comparisonRightLine");
        QCOMPARE(lacking->text(), QString()); // no words of ours
        QVERIFY(!lacking->isVisibleTo(lacking->parentWidget())); // nor anything to copy
        QCOMPARE(logs->headerItem()->text(2), "Attempt 2: Succeeded"); // as in the other tabs
    }

    // What a linker misses stands at the end.
    void longLinesGoOnInFurtherOnes()
    {
        const QByteArray words = QByteArray("several words ").repeated(40);
        HistoryPage page;
        page.resize(1000, 600);
        QTreeWidget* logs = compared(page, "a\n" + words + "\nb\n", "a\nb\n");
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        findIn<QTabWidget>(page, "comparisonTabs")->setCurrentIndex(3);
        const auto linesOf = [logs](const char* name) {
            const auto rows = logs->findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
            return rows.size() == 1 ? logs->visualItemRect(rows.first()).height()
                    / QFontMetrics(monospaceFont(logs->font())).lineSpacing()
                                    : 0;
        };
        QTRY_COMPARE(linesOf("Line 2"), 4);
        QCOMPARE(linesOf("Line 1"), 1);
        // Bold letters have their room.
        const auto rows = logs->findItems("Line 2", Qt::MatchExactly | Qt::MatchRecursive);
        const int bold = QFontMetrics(boldFont(logs->font())).horizontalAdvance("Line 2");
        QVERIFY(logs->columnWidth(0) >= bold + 2 * logs->indentation() + spacing::group);
        QVERIFY(rows.first()->font(0).bold());
    }

    // The keyboard and a screen reader get there from the row.
    void bothLinesOfARowStandBelowAsAWhole()
    {
        const QByteArray command = "c++ " + QByteArray("-Dwith_a_name=1 ").repeated(200) + "x.cpp";
        HistoryPage page;
        QTreeWidget* logs = compared(page, "a\n" + command + "\n", "a\nc++ y.cpp\n");
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        findIn<QTabWidget>(page, "comparisonTabs")->setCurrentIndex(3);
        auto* left = findIn<CopyBox>(page, "comparisonLeftLine");
        auto* right = findIn<CopyBox>(page, "comparisonRightLine");
        QVERIFY(!left->isVisible() && !right->isVisible());
        const auto fills = [logs] { return logs->height() == logs->parentWidget()->height(); };
        QTRY_VERIFY(fills());
        QTreeWidgetItem* row = logs->topLevelItem(0)->child(1);
        QCOMPARE(row->text(0), "Line 2 differs");
        QVERIFY(row->font(1).bold());
        QCOMPARE(row->font(1).families(), monospaceFont(logs->font()).families());
        QVERIFY(row->toolTip(1).size() < command.size());
        logs->setCurrentItem(row);
        QVERIFY(left->isVisible() && right->isVisible());
        QTRY_VERIFY(!fills());
        QTRY_VERIFY(logs->viewport()->rect().contains(logs->visualItemRect(row)));
        QCOMPARE(left->text(), QString(command));
        QCOMPARE(right->text(), "c++ y.cpp");
        auto* text = findIn<QPlainTextEdit>(*left, "copyBoxText");
        QCOMPARE(text->accessibleName(), "Attempt 1: Succeeded: Line 2 differs");
        QVERIFY(text->focusPolicy() & Qt::TabFocus);
        logs->setCurrentItem(logs->topLevelItem(0));
        QVERIFY(!left->isVisible() && !right->isVisible());
        QTRY_VERIFY(fills());
    }

    // Below the first place of a stage, when they are asked for.
    void furtherPlacesAreRead()
    {
        QByteArray lines;
        for (int line = 0; line < 40; ++line)
            lines += "w" + QByteArray::number(line) + '\n';
        HistoryPage page;
        QTreeWidget* logs = compared(page, "first\n" + lines + "second\n", lines);
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        QTreeWidgetItem* stage = logs->topLevelItem(0);
        QTreeWidgetItem* rest = stage->child(stage->childCount() - 1);
        QCOMPARE(rest->text(0), "More differences in this stage");
        QVERIFY(!rest->isExpanded());
        rest->setExpanded(true);
        QTRY_VERIFY(rest->childCount() > 1);
        QCOMPARE(rest->child(0)->text(0), "Difference 2");
        QStringList cells;
        for (int row = 1; row < rest->childCount(); ++row)
            cells << rest->child(row)->text(0) + u'|' + rest->child(row)->text(1);
        QVERIFY2(cells.contains("Line 42|second"), qPrintable(cells.join('\n')));
    }

private:
    static QVector<QTreeWidgetItem*> rowsIn(const QTreeWidgetItem& group)
    {
        QVector<QTreeWidgetItem*> rows;
        for (int i = 0; i < group.childCount(); ++i)
            rows << group.child(i);
        return rows;
    }
    // Of two attempts with these logs; it is empty until they were read.
    QTreeWidget* compared(HistoryPage& page, const QByteArray& left, const QByteArray& right)
    {
        for (const QByteArray& log : { left, right }) {
            FakeAttempt attempt(store(), "Tour", 3);
            attempt.addLog("compile", log);
            attempt.endStage("compile", StageState::Succeeded, 20);
            attempt.end(AttemptState::Succeeded, 25);
        }
        page.show();
        [&] { QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2); }();
        page.compare({ 1, 2 });
        return findIn<QTreeWidget>(page, "comparisonLogs");
    }
};

QTEST_MAIN(ComparedLogsTest)
#include "ComparedLogsTest.moc"
