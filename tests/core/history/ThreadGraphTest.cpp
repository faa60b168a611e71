// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ThreadGraph.h"

#include <QTest>

using namespace torchmason;

namespace {

// Numbers with what they go on with.
Lineage lineageOf(std::initializer_list<std::pair<int, int>> steps)
{
    Lineage lineage;
    for (const auto& [number, base] : steps)
        lineage.steps.append({ number, base, {}, FixResult::Unknown });
    return lineage;
}

QSet<int> allOf(const Lineage& lineage)
{
    QSet<int> numbers;
    for (const LineageStep& step : lineage.steps)
        numbers.insert(step.number);
    return numbers;
}

// One row as text: "|" passes, "o" is the dot, "/" ends in the dot, " " is free; then what is above and
// below.
QString drawn(const ThreadRow& row)
{
    QString text;
    for (int lane = 0; lane < row.lanes; ++lane)
        text += lane == row.lane       ? u'o'
            : row.passing & 1U << lane ? u'|'
            : row.joins & 1U << lane   ? u'/'
                                       : u' ';
    return text + (row.hasNewer ? u'^' : u'-') + (row.hasOlder ? (row.skips ? u':' : u'v') : u'-');
}

QStringList drawn(const Lineage& lineage, const QSet<int>& shown)
{
    QStringList rows;
    for (const ThreadRow& row : threadRows(lineage, shown))
        rows << drawn(row);
    return rows;
}

}

class ThreadGraphTest : public QObject {
    Q_OBJECT

private slots:
    void rowsAreDrawn_data()
    {
        QTest::addColumn<Lineage>("lineage");
        QTest::addColumn<QStringList>("rows");
        QTest::newRow("alone") << lineageOf({ { 4, 0 } }) << QStringList { "o--" };
        QTest::newRow("one after the other")
            << lineageOf({ { 1, 0 }, { 3, 1 }, { 4, 3 } }) << QStringList { "o-v", "o^v", "o^-" };
        QTest::newRow("two go on with one")
            << lineageOf({ { 1, 0 }, { 2, 1 }, { 3, 1 } }) << QStringList { "o -v", "|o-v", "o/^-" };
        QTest::newRow("a branch beside") << lineageOf({ { 4, 0 }, { 5, 4 }, { 6, 5 }, { 7, 5 }, { 9, 6 } })
                                         << QStringList { "o -v", "|o-v", "o|^v", "o/^v", "o ^-" };
    }
    void rowsAreDrawn()
    {
        QFETCH(Lineage, lineage);
        QTEST(drawn(lineage, allOf(lineage)), "rows");
    }

    void whatIsNotShownIsSkipped()
    {
        const Lineage lineage = lineageOf({ { 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 3 } });
        QCOMPARE(drawn(lineage, { 1, 4 }), (QStringList { "o-:", "o^-" }));
        QCOMPARE(drawn(lineage, { 3, 4 }), (QStringList { "o-v", "o^-" }));
        QCOMPARE(drawn(lineage, { 2 }), QStringList { "o--" });
        QCOMPARE(drawn(lineage, {}), QStringList());
    }

    // Whoever goes on with one attempt a thousand times gets no thousand lanes.
    void lanesAreFew()
    {
        Lineage lineage = lineageOf({ { 1, 0 } });
        for (int number = 2; number <= 1000; ++number)
            lineage.steps.append({ number, 1, {}, FixResult::Unknown });
        const QVector<ThreadRow> rows = threadRows(lineage, allOf(lineage));
        QCOMPARE(rows.size(), 1000);
        for (const ThreadRow& row : rows) {
            QCOMPARE(row.lanes, mostThreadLanes);
            QVERIFY(row.lane < mostThreadLanes);
            QVERIFY((row.joins | row.passing) < 1U << mostThreadLanes);
        }
        QCOMPARE(rows.last().lane, 0);
    }
};

QTEST_GUILESS_MAIN(ThreadGraphTest)
#include "ThreadGraphTest.moc"
