// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/GateJobs.h"

#include <QTest>

using namespace torchmason;

class GateJobsTest : public QObject {
    Q_OBJECT

private slots:
    void meanIsNoMaximum();
    void limitCounts_data();
    void limitCounts();
    void changedLimitsBeginAnew();
    void onlyTheLastMinuteCounts();
    void nobodyWaitsNothingIsLearned();
};

namespace {

GateState stateOf(int running, int waiting, int limit)
{
    GateState state;
    state.limits.jobs = limit;
    for (int edge = 0; edge < running + waiting; ++edge) {
        GateEdge next;
        next.phase = edge < running ? EdgePhase::Running : EdgePhase::Waiting;
        state.edges << next;
    }
    return state;
}

}

void GateJobsTest::meanIsNoMaximum()
{
    GateJobs jobs;
    for (int second = 0; second < 50; ++second)
        jobs.add(stateOf(second == 20 ? 3 : 2, 4, 3), second * 1000);
    QCOMPARE(jobs.jobs(), 2);
}

void GateJobsTest::limitCounts_data()
{
    QTest::addColumn<int>("running");
    QTest::addColumn<int>("limit");
    QTest::addColumn<int>("jobs");
    QTest::newRow("memory holds back") << 3 << 8 << 3;
    QTest::newRow("limit holds back") << 8 << 8 << 8;
    QTest::newRow("more than the limit are ending") << 8 << 4 << 4;
    QTest::newRow("all wait for a moment") << 0 << 4 << 1;
}

void GateJobsTest::limitCounts()
{
    QFETCH(int, running);
    QFETCH(int, limit);
    GateJobs jobs;
    jobs.add(stateOf(running, 1, limit), 0);
    QTEST(jobs.jobs(), "jobs");
}

void GateJobsTest::changedLimitsBeginAnew()
{
    GateJobs jobs;
    for (int second = 0; second < 30; ++second)
        jobs.add(stateOf(2, 4, 2), second * 1000);
    jobs.add(stateOf(6, 4, 6), 30000);
    QCOMPARE(jobs.jobs(), 6);
}

void GateJobsTest::onlyTheLastMinuteCounts()
{
    GateJobs jobs;
    for (int second = 0; second < 200; ++second)
        jobs.add(stateOf(second < 100 ? 1 : 4, 4, 8), second * 1000);
    QCOMPARE(jobs.jobs(), 4);
}

// A chain of edges runs one after the other whatever the gate says.
void GateJobsTest::nobodyWaitsNothingIsLearned()
{
    GateJobs jobs;
    jobs.add(stateOf(1, 0, 4), 0);
    QCOMPARE(jobs.jobs(), 4);
}

QTEST_GUILESS_MAIN(GateJobsTest)
#include "GateJobsTest.moc"
