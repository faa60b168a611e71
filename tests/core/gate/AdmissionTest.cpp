// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/Admission.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

GateEdge edge(qint64 id, Bytes expected, qint64 since = 0)
{
    GateEdge edge;
    edge.id = id;
    edge.output = QStringLiteral("%1.o").arg(id);
    edge.expected = expected;
    edge.since = since;
    return edge;
}

GateMachine machineWith(Bytes available)
{
    GateMachine machine;
    machine.total = 16 * gibibyte;
    machine.available = available;
    return machine;
}

QString reasonOf(const Admission& gate, qint64 id)
{
    for (const GateEdge& known : gate.edges()) {
        if (known.id == id)
            return known.reason;
    }
    return QStringLiteral("not there");
}

bool isHeldBack(const Admission& gate, qint64 id)
{
    return std::any_of(gate.edges().begin(), gate.edges().end(),
        [id](const GateEdge& edge) { return edge.id == id && edge.heldBack; });
}

}

class AdmissionTest : public QObject {
    Q_OBJECT

private slots:
    void jobsAreAMost();
    void moreJobsLetMoreInAtOnce();
    void nothingKnownHoldsNobodyBack();
    void lightOnesGoPastHeavyOnes();
    void oneAlwaysRuns();
    void whatIsExpectedIsSetAside();
    void whatIsExpectedAnewNeverForgetsAnEarlierRun();
    void theBuildsOwnLimitHolds();
    void aSystemThatWaitsForMemoryIsLeftAlone();
    void roomIsKeptForWhoWaitedLong();
    void timeHeldBackIsCounted();
    void theYoungestHeavyOneYields();
    void nobodyYieldsWithoutNeed_data();
    void nobodyYieldsWithoutNeed();
    void whoRanOutOfMemoryRunsAlone();
    void whoWaitsLongToRunAloneIsGivenTheMachine();
    void oneThatDoesNotYieldDoesNotProtectTheOthers();
    void anyBuildComesToItsEnd();
};

void AdmissionTest::jobsAreAMost()
{
    Admission gate({ 2, {} });
    for (int id = 1; id <= 3; ++id)
        gate.ask(edge(id, mebibyte));
    QCOMPARE(gate.admit(machineWith(8 * gibibyte), 0), (QVector<qint64> { 1, 2 }));
    QCOMPARE(reasonOf(gate, 3), QStringLiteral("2 of 2 jobs run"));
    QVERIFY(!isHeldBack(gate, 3)); // as without a gate
    gate.ended(1);
    QCOMPARE(gate.admit(machineWith(8 * gibibyte), 0), QVector<qint64> { 3 });
}

void AdmissionTest::moreJobsLetMoreInAtOnce()
{
    Admission gate({ 1, {} });
    for (int id = 1; id <= 4; ++id)
        gate.ask(edge(id, mebibyte));
    QCOMPARE(gate.admit(machineWith(8 * gibibyte), 0).size(), 1);
    gate.setLimits({ 3, {} });
    QCOMPARE(gate.admit(machineWith(8 * gibibyte), 0), (QVector<qint64> { 2, 3 }));
    gate.setLimits({ 1, {} }); // nobody is ended for it, nobody comes in until two are gone
    gate.ended(1);
    gate.ended(2);
    QVERIFY(gate.admit(machineWith(8 * gibibyte), 0).isEmpty());
    gate.ended(3);
    QCOMPARE(gate.admit(machineWith(8 * gibibyte), 0), QVector<qint64> { 4 });
}

void AdmissionTest::nothingKnownHoldsNobodyBack()
{
    Admission gate({ 8, {} });
    for (int id = 1; id <= 8; ++id)
        gate.ask(edge(id, 100 * gibibyte));
    QCOMPARE(gate.admit({}, 0).size(), 8);
}

void AdmissionTest::lightOnesGoPastHeavyOnes()
{
    Admission gate({ 8, {} });
    gate.ask(edge(1, 2 * gibibyte));
    gate.ask(edge(2, 6 * gibibyte));
    gate.ask(edge(3, 100 * mebibyte));
    QCOMPARE(gate.admit(machineWith(5 * gibibyte), 0), (QVector<qint64> { 1, 3 }));
    QVERIFY2(reasonOf(gate, 2).startsWith(QStringLiteral("needs 6.0 GB")), qPrintable(reasonOf(gate, 2)));
    QVERIFY(isHeldBack(gate, 2));
}

void AdmissionTest::oneAlwaysRuns()
{
    Admission gate({ 8, mebibyte });
    gate.ask(edge(1, 100 * gibibyte));
    gate.ask(edge(2, 100 * gibibyte));
    QCOMPARE(gate.admit(machineWith(0), 0), QVector<qint64> { 1 });
    QVERIFY(gate.admit(machineWith(0), 0).isEmpty());
    gate.ended(1);
    QCOMPARE(gate.admit(machineWith(0), 0), QVector<qint64> { 2 });
}

// A compiler that has just begun has nothing yet, and will have all that is expected.
void AdmissionTest::whatIsExpectedIsSetAside()
{
    Admission gate({ 8, {} });
    gate.ask(edge(1, 3 * gibibyte));
    gate.ask(edge(2, 3 * gibibyte));
    QCOMPARE(gate.admit(machineWith(6 * gibibyte), 0), QVector<qint64> { 1 });
    // It has taken what it wanted: the rest of the memory is free for others.
    gate.measured(1, 3 * gibibyte);
    QVERIFY(gate.admit(machineWith(3 * gibibyte), 0).isEmpty());
    QCOMPARE(gate.admit(machineWith(4 * gibibyte), 0), QVector<qint64> { 2 });
}

void AdmissionTest::whatIsExpectedAnewNeverForgetsAnEarlierRun()
{
    Admission gate({ 8, {} });
    for (int id = 1; id <= 3; ++id)
        gate.ask(edge(id, 4 * gibibyte));
    QCOMPARE(gate.admit(machineWith(5 * gibibyte), 0), QVector<qint64> { 1 });
    for (int id = 1; id <= 3; ++id)
        gate.expect(id, gibibyte);
    QCOMPARE(gate.admit(machineWith(5 * gibibyte), 1), (QVector<qint64> { 2, 3 }));
    gate.yielded(2, 2 * gibibyte, 2);
    gate.expect(2, gibibyte);
    gate.measured(3, 3 * gibibyte);
    gate.expect(3, gibibyte);
    for (const GateEdge& known : gate.edges())
        QVERIFY(known.id == 1 || known.expected > 2 * gibibyte);
}

void AdmissionTest::theBuildsOwnLimitHolds()
{
    Admission gate({ 8, 2 * gibibyte });
    for (int id = 1; id <= 4; ++id)
        gate.ask(edge(id, 900 * mebibyte));
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 0), (QVector<qint64> { 1, 2 }));
}

void AdmissionTest::aSystemThatWaitsForMemoryIsLeftAlone()
{
    Admission gate({ 8, {} });
    gate.ask(edge(1, mebibyte));
    gate.ask(edge(2, mebibyte));
    GateMachine machine = machineWith(8 * gibibyte);
    machine.pressure = 60;
    QCOMPARE(gate.admit(machine, 0), QVector<qint64> { 1 });
    machine.pressure = 1;
    QCOMPARE(gate.admit(machine, 0), QVector<qint64> { 2 });
}

void AdmissionTest::roomIsKeptForWhoWaitedLong()
{
    Admission gate({ 8, 4 * gibibyte });
    gate.ask(edge(1, 1 * gibibyte));
    gate.ask(edge(2, 3584 * mebibyte)); // needs nearly all of it
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 0), QVector<qint64> { 1 });
    gate.ask(edge(3, 1 * gibibyte, 1000));
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 1000), QVector<qint64> { 3 }); // goes past
    gate.ended(3);
    gate.ask(edge(4, 1 * gibibyte, 120'000));
    QVERIFY(gate.admit(machineWith(15 * gibibyte), 120'000).isEmpty());
    QVERIFY2(reasonOf(gate, 4).contains(QStringLiteral("waited longer")), qPrintable(reasonOf(gate, 4)));
    gate.ended(1);
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 121'000).value(0), qint64(2));
}

void AdmissionTest::theYoungestHeavyOneYields()
{
    Admission gate({ 8, {} });
    for (int id = 1; id <= 3; ++id) {
        gate.ask(edge(id, gibibyte));
        gate.admit(machineWith(15 * gibibyte), id * 1000);
    }
    gate.measured(1, 2 * gibibyte);
    gate.measured(2, 2 * gibibyte);
    gate.measured(3, 20 * mebibyte); // younger, and no help
    const auto id = gate.preempt(machineWith(100 * mebibyte), 10'000);
    QCOMPARE(id, std::optional<qint64>(2));
    QVERIFY(!gate.preempt(machineWith(100 * mebibyte), 20'000)); // one after the other
    gate.yielded(2, 2 * gibibyte, 20'000);
    QVERIFY(!gate.admit(machineWith(600 * mebibyte), 20'000).contains(2));
    gate.ended(1);
    gate.ended(3);
    QCOMPARE(gate.admit(machineWith(600 * mebibyte), 21'000), QVector<qint64> { 2 });
}

void AdmissionTest::nobodyYieldsWithoutNeed_data()
{
    QTest::addColumn<int>("running");
    QTest::addColumn<Bytes>("available");
    QTest::newRow("enough is there") << 3 << Bytes(4 * gibibyte);
    QTest::newRow("the only one") << 1 << Bytes(0);
    QTest::newRow("nobody runs") << 0 << Bytes(0);
}

void AdmissionTest::nobodyYieldsWithoutNeed()
{
    QFETCH(int, running);
    QFETCH(Bytes, available);
    Admission gate({ 8, {} });
    for (int id = 1; id <= running; ++id)
        gate.ask(edge(id, gibibyte));
    gate.admit(machineWith(15 * gibibyte), 0);
    for (int id = 1; id <= running; ++id)
        gate.measured(id, gibibyte);
    QVERIFY(!gate.preempt(machineWith(available), 10'000));
}

void AdmissionTest::whoRanOutOfMemoryRunsAlone()
{
    Admission gate({ 8, {} });
    gate.ask(edge(1, gibibyte));
    gate.ask(edge(2, gibibyte));
    gate.admit(machineWith(15 * gibibyte), 0);
    gate.outOfMemory(1, 3 * gibibyte, 1000);
    QVERIFY(gate.admit(machineWith(15 * gibibyte), 1000).isEmpty());
    gate.ask(edge(3, mebibyte));
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 1000), QVector<qint64> { 3 });
    gate.ended(2);
    gate.ended(3);
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 2000), QVector<qint64> { 1 });
    gate.ask(edge(4, mebibyte));
    QVERIFY(gate.admit(machineWith(15 * gibibyte), 2000).isEmpty());
    gate.ended(1);
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 2000), QVector<qint64> { 4 });
}

void AdmissionTest::whoWaitsLongToRunAloneIsGivenTheMachine()
{
    Admission gate({ 8, {} });
    const GateMachine machine = machineWith(15 * gibibyte);
    gate.ask(edge(1, gibibyte));
    gate.ask(edge(2, mebibyte));
    gate.admit(machine, 0);
    gate.outOfMemory(1, 3 * gibibyte, 1000);
    gate.ask(edge(3, mebibyte, 62'000));
    QVERIFY(gate.admit(machine, 62'000).isEmpty()); // light ones have gone past it for a minute
    QVERIFY2(reasonOf(gate, 3).contains(QStringLiteral("runs alone")), qPrintable(reasonOf(gate, 3)));
    gate.ended(2);
    QCOMPARE(gate.admit(machine, 62'000), QVector<qint64> { 1 });
    gate.ended(1);
    QCOMPARE(gate.admit(machine, 63'000), QVector<qint64> { 3 });
}

void AdmissionTest::oneThatDoesNotYieldDoesNotProtectTheOthers()
{
    Admission gate({ 8, {} });
    for (qint64 id = 1; id <= 3; ++id)
        gate.ask(edge(id, gibibyte));
    QCOMPARE(gate.admit(machineWith(15 * gibibyte), 0).size(), 3);
    for (qint64 id = 1; id <= 3; ++id)
        gate.measured(id, 2 * gibibyte);
    const GateMachine full = machineWith(50 * mebibyte);
    const auto first = gate.preempt(full, 10'000);
    QVERIFY(first);
    QVERIFY(!gate.preempt(full, 15'000)); // it may still be about to end
    const auto second = gate.preempt(full, 31'000);
    QVERIFY(second && *second != *first);
}

// Edges of all sizes on a machine that changes its mind: nobody waits for ever, nobody is forgotten, and
// what runs together is never expected to need more than there is, but for one alone.
void AdmissionTest::anyBuildComesToItsEnd()
{
    QRandomGenerator random(7);
    Admission gate({ 6, 3 * gibibyte });
    constexpr int edges = 400;
    int asked = 0;
    QSet<qint64> running;
    QSet<qint64> done;
    for (qint64 now = 0; done.size() < edges; now += 500) {
        QVERIFY2(now < 5'000'000, "the build does not end");
        while (asked < edges && gate.count(EdgePhase::Waiting) < 16)
            gate.ask(edge(++asked, Bytes(random.bounded(1, 4000)) * mebibyte, now));
        const GateMachine machine = machineWith(Bytes(random.bounded(1, 12'000)) * mebibyte);
        for (const qint64 id : gate.admit(machine, now))
            running.insert(id);
        QVERIFY(!running.isEmpty());
        Bytes together = 0;
        for (const GateEdge& known : gate.edges()) {
            if (known.phase != EdgePhase::Waiting)
                together += known.expected;
        }
        QVERIFY(running.size() == 1 || together <= 3 * gibibyte);
        const qint64 ending = *std::next(running.begin(), random.bounded(int(running.size())));
        running.remove(ending);
        done.insert(ending);
        gate.ended(ending);
    }
    QVERIFY(gate.edges().isEmpty());
}

void AdmissionTest::timeHeldBackIsCounted()
{
    Admission gate(GateLimits { 2, {} });
    for (const qint64 id : { 1, 2, 3 })
        gate.ask(edge(id, 3 * gibibyte));
    gate.admit(machineWith(4 * gibibyte), 1000); // 2 waits for memory; so does 3
    gate.admit(machineWith(8 * gibibyte), 1500); // 2 starts; 3 waits for a job, which is no fault of memory
    gate.admit(machineWith(8 * gibibyte), 9000);
    QVector<qint64> heldBack;
    for (const GateEdge& known : gate.edges())
        heldBack << known.heldBackFor;
    QCOMPARE(heldBack, QVector<qint64>({ 0, 500, 500 }));
}

QTEST_GUILESS_MAIN(AdmissionTest)
#include "AdmissionTest.moc"
