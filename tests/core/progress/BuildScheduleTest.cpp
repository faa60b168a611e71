// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildSchedule.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

struct Step {
    const char* language;
    double left;
    QVector<int> before = {};
    int pool = -1;
    bool done = false;
    bool runs = false;
};

ScheduleEnd play(const QVector<Step>& steps, int jobs, NinjaOrder order = NinjaOrder::File)
{
    BuildGraph graph;
    graph.poolDepths = { 1 };
    WorkLeft work;
    for (const Step& step : steps) {
        graph.nodes.append({ {}, QLatin1String(step.language), step.before, step.pool });
        work.left << step.left;
        work.isDone << step.done;
        work.isRunning << step.runs;
    }
    return playSchedule(graph, work, jobs, order);
}

}

class BuildScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void ends_data();
    void ends();
    void orderMatters();
};

void BuildScheduleTest::ends_data()
{
    QTest::addColumn<QVector<Step>>("steps");
    QTest::addColumn<int>("jobs");
    QTest::addColumn<double>("end");
    QTest::addColumn<double>("longest");
    newRow("nothing", QVector<Step> {}, 2, 0.0, 0.0);
    newRow("side by side", QVector<Step> { { "C", 10 }, { "C", 20 }, { "C", 10 } }, 2, 20.0, 20.0);
    newRow("one job", QVector<Step> { { "C", 10 }, { "C", 20 }, { "C", 10 } }, 1, 40.0, 20.0);
    newRow("chain", QVector<Step> { { "C", 10 }, { "C", 20, { 0 } }, { "link", 5, { 1 } } }, 8, 35.0, 35.0);
    newRow("through names",
        QVector<Step> {
            { "C", 10 }, { "", 0, { 0 } }, { "", 0, { 1 } }, { "C", 20, { 2 } }, { "C", 20, { 1, 2 } } },
        8, 30.0, 30.0);
    newRow("a name that nobody makes first", QVector<Step> { { "", 0 }, { "C", 7, { 0 } } }, 1, 7.0, 7.0);
    newRow("done", QVector<Step> { { "C", 10, {}, -1, true }, { "C", 20, { 0 } } }, 1, 20.0, 20.0);
    newRow("running takes a job", QVector<Step> { { "C", 30, {}, -1, false, true }, { "C", 20 } }, 1, 50.0,
        30.0);
    newRow("runs before its time",
        QVector<Step> { { "C", 30 }, { "C", 20, { 0 }, -1, false, true }, { "C", 5, { 1 } } }, 2, 30.0, 55.0);
    newRow("pool", QVector<Step> { { "C", 10, {}, 0 }, { "C", 10, {}, 0 }, { "C", 10 } }, 3, 20.0, 10.0);
    newRow("circle ends", QVector<Step> { { "C", 10, { 1 } }, { "C", 10, { 0 } }, { "C", 3 } }, 1, 3.0, 3.0);
}

void BuildScheduleTest::ends()
{
    QFETCH(QVector<Step>, steps);
    QFETCH(int, jobs);
    const ScheduleEnd end = play(steps, jobs);
    QTEST(end.milliseconds, "end");
    QTEST(end.longestWay, "longest");
}

// Two short ones stand before the head of a long chain: ninja 1.12 begins with the chain.
void BuildScheduleTest::orderMatters()
{
    const QVector<Step> steps { { "C", 10 }, { "C", 10 }, { "C", 10 }, { "C", 10, { 2 } },
        { "C", 10, { 3 } } };
    QCOMPARE(play(steps, 2, NinjaOrder::File).milliseconds, 40.0);
    QCOMPARE(play(steps, 2, NinjaOrder::LongestWay).milliseconds, 30.0);
}

QTEST_GUILESS_MAIN(BuildScheduleTest)
#include "BuildScheduleTest.moc"
