// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ComparedTree.h"
#include "tests/support/Rows.h"
#include "ui/frame/Appearance.h"
#include "ui/widgets/DifferenceDelegate.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QImage>
#include <QScrollBar>
#include <QTest>

#include <algorithm>

using namespace torchmason;

// Values beside each other.
class ComparedTreeTest : public QObject {
    Q_OBJECT

private slots:
    void whatDiffersIsMarked_data();
    void whatDiffersIsMarked();
    void whatDiffersIsInSight();
    void longCellsHaveSeveralLines();
    void whatIsNotMarkedNeedsNoRoomForBoldLetters();
    void longNamesHaveTheRoomThatValuesDoNotNeed();
    void namesHaveTheirShareBesideLongValues();
    void longValuesHaveTheRoomOfShortOnes();
    void rowsWithoutValuesTakeNoRoom();
    void columnsStayWhereTheyAre();
};

void ComparedTreeTest::whatDiffersIsMarked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("part");
    newRow("a whole word", "cc -DUSE_MPI=1 x.c", "cc -DUSE_NCCL=1 x.c", "DUSE_MPI");
    newRow("a number", "took 1203 s", "took 1303 s", "1203 s");
    newRow("a number with a point", "took 12.3 GB of it", "took 12.5 GB of it", "12.3 GB");
    newRow("a share", "ran 45% done", "ran 46% done", "45%");
    newRow("a unit", "12 MB read", "12 GB read", "12 MB");
    newRow("a number of things", "12 steps run", "13 steps run", "12");
    newRow("a version", "git tag v2.6.0 of 12.4.131", "git tag v2.7.0 of 12.4.131", "v2.6.0");
    newRow("at the end", "-c x.obj", "-c x.o", "obj");
    newRow("two", "[12/90] cc -c one.c", "[13/90] cc -c two.c", "12|one");
    newRow("more in the middle", "a b c", "a c", "b ");
    newRow("less", "a c", "a b c", "");
    newRow("repeated", "-x -x -x", "-x -x", " -x");
    newRow("all of it", "yes", "no", "");
    newRow("most of it", "one: two three", "four: five six", "");
    newRow("most of the other", "5.3 s", "1 min 29 s", "");
    newRow("beside nothing", "yes", "", "");
}

void ComparedTreeTest::whatDiffersIsMarked()
{
    QFETCH(QString, text);
    QFETCH(QString, other);
    QStringList parts;
    for (const auto& [first, length] : differingParts(text, other))
        parts << text.mid(first, length);
    QTEST(parts.join(u'|'), "part");
}

// A compiler's command is longer than its column: the part that differs is in sight all the same.
void ComparedTreeTest::whatDiffersIsInSight()
{
    applyAppearance(Appearance::Light);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.setItemDelegate(new DifferenceDelegate(&tree));
    tree.resize(500, 200);
    const QColor mark = toneBackground(Tone::Warning, tree.palette());
    const auto marks = [&](const QString& left, const QString& right) {
        tree.begin({ "Stage", "One", "Two" });
        tree.addGroup("Group");
        tree.addRow("Line 1", { left, right });
        tree.end({});
        tree.show();
        QCoreApplication::processEvents();
        const QImage image = tree.viewport()->grab().toImage();
        const int middle = tree.columnViewportPosition(2);
        bool inColumn[2] {};
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                inColumn[x > middle] |= image.pixelColor(x, y) == mark;
        }
        return std::pair(inColumn[0], inColumn[1]);
    };
    const QString includes = QString("-Isome/folder ").repeated(30);
    QCOMPARE(marks(includes + "-DONE " + includes, includes + "-DTWO " + includes), std::pair(true, true));
    QCOMPARE(marks(includes, includes), std::pair(false, false));
    QCOMPARE(marks("yes", "no"), std::pair(false, false)); // there is nothing to look for
    QCOMPARE(marks("done in 1.6 s", "done in 2.6 s"), std::pair(true, true));
    tree.setItemDelegate(new DifferenceDelegate(&tree, 20));
    QCOMPARE(marks("done in 1.6 s", "done in 2.6 s"), std::pair(false, false)); // as those that differ wholly
    QCOMPARE(marks(includes + "-DONE", includes + "-DTWO"), std::pair(true, true));
    tree.setItemDelegate(new DifferenceDelegate(&tree));
    tree.wrapCells(3); // leaves it its delegate
    const QString folders = QString("-Isome/folder ").repeated(3); // of which the third line has a part
    QCOMPARE(marks(folders + "-DONE", folders + "-DTWO"), std::pair(true, true));
    QCOMPARE(marks(includes + "-DONE " + includes, includes + "-DTWO " + includes), std::pair(true, true));
}

// Where no column has the room for all of it; a very long one takes no more than the most.
void ComparedTreeTest::longCellsHaveSeveralLines()
{
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.wrapCells(3);
    tree.resize(500, 400);
    tree.show();
    tree.begin({ "What", "One", "Two" });
    tree.addGroup("Group");
    const QVector<QTreeWidgetItem*> rows { tree.addRow("a name", { QString("value ").repeated(9), "-" }),
        tree.addRow("a name", { "-", QString(40, 'x') }),
        tree.addRow(QString("name ").repeated(9), { "-", "-" }),
        tree.addRow("a name", { QString("value ").repeated(90), "-" }) };
    const QTreeWidgetItem* shorter = tree.addRow("a name", { "-", "-" });
    tree.end({});
    const auto linesOf = [&tree](const QTreeWidgetItem* row) {
        return tree.visualItemRect(row).height() / tree.fontMetrics().height();
    };
    for (const QTreeWidgetItem* row : rows)
        QTRY_VERIFY2(linesOf(row) > 1, qPrintable(row->text(0)));
    QCOMPARE(linesOf(rows.last()), 3);
    QCOMPARE(linesOf(shorter), 1);
    tree.resize(2400, 400);
    for (const QTreeWidgetItem* row : rows.first(3))
        QTRY_COMPARE(linesOf(row), 1);
}

void ComparedTreeTest::whatIsNotMarkedNeedsNoRoomForBoldLetters()
{
    const QString text = QString("a part of torch is missing ").repeated(2).trimmed();
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.setItemDelegate(new DifferenceDelegate(&tree));
    tree.wrapCells(3);
    tree.resize(900, 200);
    tree.show();
    tree.begin({ "What", "One", "Two" });
    tree.addGroup("Group");
    const QTreeWidgetItem* alone = tree.addRow("a name", { text, "-" });
    const QTreeWidgetItem* marked = tree.addRow("a name", { text, text + "s" });
    tree.end({});
    QCoreApplication::processEvents(); // they are wrapped once, for these widths
    // As wide as the plain text needs.
    for (const int column : { 1, 2 }) {
        tree.header()->setSectionResizeMode(column, QHeaderView::Fixed);
        tree.setColumnWidth(column, tree.fontMetrics().horizontalAdvance(text + "s") + spacing::group);
    }
    QTRY_COMPARE_GT(tree.visualItemRect(marked).height(), tree.fontMetrics().height() + spacing::small);
    QCOMPARE(tree.visualItemRect(alone).height(), tree.fontMetrics().height() + spacing::small);
}

void ComparedTreeTest::longNamesHaveTheRoomThatValuesDoNotNeed()
{
    const QString name = QString("a part of a name ").repeated(5);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.resize(1400, 200);
    tree.show();
    const auto fill = [&](const QString& value) {
        tree.begin({ "What", "One", "Two" });
        tree.addGroup("Group");
        tree.addRow(name, { value, value });
        tree.end({});
        return tree.columnWidth(0);
    };
    const int whole = tree.fontMetrics().horizontalAdvance(name);
    QVERIFY(fill(QString("value ").repeated(60)) < whole);
    QVERIFY(fill("1 s") > whole);
    tree.resize(500, 200);
    QTRY_VERIFY(tree.columnWidth(0) < whole);
    tree.resize(1400, 200);
    QTRY_VERIFY(tree.columnWidth(0) > whole);
}

// Of few columns a third, of many what two values have; what is cut then is whole in the tool tip.
void ComparedTreeTest::namesHaveTheirShareBesideLongValues()
{
    const QString name = QString("a part of a name ").repeated(9);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.resize(1400, 200);
    tree.show();
    for (const int values : { 2, 4, 9 }) {
        QStringList headings { "What" };
        QStringList cells;
        for (int value = 1; value <= values; ++value) {
            headings << QString("Attempt %1").arg(value);
            cells << QString("value ").repeated(60);
        }
        tree.begin(headings);
        tree.addGroup("Group");
        tree.addRow(name, cells);
        tree.addRow("short", cells);
        tree.end({});
        const int room = tree.viewport()->width();
        QCOMPARE(tree.columnWidth(0), values < 5 ? room / 3 : 2 * room / (values + 2));
        const QString toolTip = tree.topLevelItem(0)->child(0)->toolTip(0);
        QCOMPARE(toolTip.simplified(), name.trimmed());
        QCOMPARE(tree.headerItem()->toolTip(values), headings.last());
    }
    tree.begin({ "What", "One" });
    tree.addGroup("Group");
    tree.addRow("short", { QString("value ").repeated(60) });
    tree.end({});
    QVERIFY(tree.columnWidth(0) < tree.viewport()->width() / 6); // and no more than they need
    const QTreeWidgetItem* longer = tree.addRow("long", { QString("value ").repeated(300) });
    QVERIFY2(longer->toolTip(1).contains("Ctrl+C"), qPrintable(longer->toolTip(1)));
}

// Beside a dash there is nothing to be blank for; names are whole, too, where all fits.
void ComparedTreeTest::longValuesHaveTheRoomOfShortOnes()
{
    const QString name = QString("a part of a name ").repeated(4);
    const QString value = QString("value ").repeated(12);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    const int nameWidth = tree.fontMetrics().horizontalAdvance(name);
    const int valueWidth = tree.fontMetrics().horizontalAdvance(value);
    tree.resize((nameWidth + valueWidth) * 5 / 4 + 150, 200);
    tree.show();
    const auto fill = [&](const QString& left, const QString& right) {
        tree.begin({ "What", "One", "Two" });
        tree.addGroup("Group");
        tree.addRow(name, { left, right });
        tree.end({});
    };
    fill(value, "-");
    QVERIFY(tree.columnWidth(0) > nameWidth);
    QVERIFY(tree.columnWidth(1) > valueWidth);
    QVERIFY(tree.columnWidth(2) > tree.fontMetrics().horizontalAdvance("Two"));
    QCOMPARE(tree.header()->length(), tree.viewport()->width());
    fill("1 s", "2 s");
    QVERIFY(qAbs(tree.columnWidth(1) - tree.columnWidth(2)) <= 1); // side by side
}

// A sentence goes over all columns; what stands beside each other needs the room.
void ComparedTreeTest::rowsWithoutValuesTakeNoRoom()
{
    const QString value = QString("value ").repeated(60);
    const QString sentence = QString("a part of a sentence ").repeated(3);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.resize(1000, 200);
    tree.show();
    tree.begin({ "What", "One", "Two" });
    tree.addGroup("Group");
    const QTreeWidgetItem* row = tree.addRow(sentence, {});
    tree.addRow("Line 1", { value, value });
    tree.end({});
    QVERIFY(row->isFirstColumnSpanned());
    QVERIFY(tree.columnWidth(0) < tree.viewport()->width() / 6);
}

// In another height the row of the cursor stays in sight, and nothing moves sideways.
void ComparedTreeTest::columnsStayWhereTheyAre()
{
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.resize(500, 300);
    tree.show();
    tree.begin(QStringList("What") + QStringList(12, "One"));
    tree.addGroup("Group");
    for (int i = 0; i < 20; ++i)
        tree.addRow("a name", QStringList(12, "1"));
    tree.end({});
    QTreeWidgetItem* row = tree.topLevelItem(0)->child(7);
    tree.setCurrentItem(row);
    QTRY_COMPARE_GT(tree.horizontalScrollBar()->maximum(), 10);
    tree.horizontalScrollBar()->setValue(10);
    tree.resize(500, 140);
    QTRY_VERIFY(tree.verticalScrollBar()->value() > 0);
    QVERIFY(tree.viewport()->rect().intersects(tree.visualItemRect(row)));
    QCOMPARE(tree.horizontalScrollBar()->value(), 10);
}

QTEST_MAIN(ComparedTreeTest)
#include "ComparedTreeTest.moc"
