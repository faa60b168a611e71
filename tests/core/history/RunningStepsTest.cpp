// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/RunningSteps.h"

#include "core/history/TraceFile.h"
#include "core/store/AttemptFiles.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class RunningStepsTest : public QObject {
    Q_OBJECT

private slots:
    void whatEndedIsNotCutOff();
    void whatWasEndedFirstWasRunningAtTheStop();
    void onlyStagesOfNinjaCount();
    void whatWaitsWasNotRunning();
    void aTraceHasThem();
};

namespace {

RunningEdge running(const char* output, const char* language, qint64 age)
{
    RunningEdge edge;
    edge.output = QLatin1String(output);
    edge.language = QLatin1String(language);
    edge.age = Milliseconds(age);
    edge.memory = 300 * mebibyte;
    return edge;
}

Sample sampleAt(qint64 elapsed, const QVector<RunningEdge>& edges, const char* stage = "compile")
{
    Sample sample;
    sample.time = 1'000'000 + elapsed;
    sample.elapsed = elapsed;
    sample.stage = QLatin1String(stage);
    sample.running = edges;
    return sample;
}

EdgeRecord ended(const char* output, qint64 start, qint64 end)
{
    EdgeRecord edge;
    edge.output = QLatin1String(output);
    edge.start = start;
    edge.end = end;
    return edge;
}

}

void RunningStepsTest::whatEndedIsNotCutOff()
{
    LastSteps last;
    last.add(sampleAt(9000, { running("early.o", "C++", 500) }));
    last.add(sampleAt(10'000,
        { running("cut.o", "CUDA", 4000), running("done.o", "C++", 3000), running("again.o", "C++", 1000),
            running("gen.py", "other", 500) }));
    last.add(sampleAt(11'000, {}));
    const auto cut = last.cutOff({ ended("done.o", 7000, 10'500), ended("again.o", 100, 200) });
    QCOMPARE(cut.size(), 2);
    QCOMPARE(cut[0].output, QStringLiteral("cut.o"));
    QCOMPARE(cut[0].start, 6000);
    QCOMPARE(cut[0].end, 10'000);
    QVERIFY(cut[0].cutOff && !cut[0].failed);
    QCOMPARE(cut[1].output, QStringLiteral("again.o")); // it had ended before, and began once more
    QVERIFY(!toJson(cut[0]).contains("cutOff"));
}

// A compiler that does not end at once is in one more sample.
void RunningStepsTest::whatWasEndedFirstWasRunningAtTheStop()
{
    const QTemporaryDir folder;
    const QVector<Sample> samples { sampleAt(9000, { running("early.o", "C++", 500) }),
        sampleAt(10'000, { running("quick.o", "C++", 4000), running("slow.o", "C++", 3000) }),
        sampleAt(11'000, { running("slow.o", "C++", 4000) }) };
    const AttemptEvent stop { samples[1].time + 300, QStringLiteral("stop-requested"), {}, Json::object() };
    QByteArray lines;
    for (const Sample& sample : samples)
        lines += compactJson(toJson(sample)) + '\n';
    write(AttemptFiles::samples(folder.path()), lines);
    write(AttemptFiles::events(folder.path()), "torn stop-requested\n" + compactJson(toJson(stop)) + '\n');
    AttemptSummary attempt;
    attempt.folder = folder.path();
    attempt.record.state = AttemptState::Stopped;
    const auto steps = readCutSteps(attempt, {});
    QVERIFY(steps);
    QCOMPARE(steps->size(), 2);
    QCOMPARE(steps->at(0).output, QStringLiteral("quick.o"));
    QCOMPARE(steps->at(1).end, 10'000);
}

void RunningStepsTest::onlyStagesOfNinjaCount()
{
    LastSteps last;
    last.add(sampleAt(1000, { running("test.o", "C", 100) }, "configure"));
    last.add(sampleAt(2000, { running("test.o", "C", 100) }, ""));
    QVERIFY(last.cutOff({}).isEmpty());
}

void RunningStepsTest::whatWaitsWasNotRunning()
{
    Sample sample = sampleAt(1000, { running("in.o", "C++", 100), running("waits.o", "C++", 100) });
    sample.running[0].expected = 500 * mebibyte;
    sample.gate = GateSample {};
    sample.gate->waitingCount = 1;
    LastSteps last;
    last.add(sample);
    const auto cut = last.cutOff({});
    QCOMPARE(cut.size(), 1);
    QCOMPARE(cut[0].output, QStringLiteral("in.o"));
}

void RunningStepsTest::aTraceHasThem()
{
    const QTemporaryDir folder;
    const QByteArray line = compactJson(toJson(sampleAt(10'000, { running("lib/cut.o", "C++", 4000) })));
    write(AttemptFiles::samples(folder.path()), line + '\n');
    AttemptSummary attempt;
    attempt.folder = folder.path();
    for (const AttemptState state : { AttemptState::Running, AttemptState::Succeeded }) {
        attempt.record.state = state;
        QVERIFY(readCutSteps(attempt, {})->isEmpty());
    }
    attempt.record.state = AttemptState::Stopped;
    const auto steps = readCutSteps(attempt, {});
    QVERIFY(steps);
    QCOMPARE(steps->size(), 1);
    QByteArray trace;
    QVERIFY(writeTrace(attempt, timelineOf(*steps), [&trace](const QByteArray& piece) {
        trace += piece;
        return Result<void>();
    }));
    QVERIFY2(
        trace.contains("\"STOPPED cut.o\"") && trace.contains("\"runningAtStop\":true"), trace.constData());
}

QTEST_GUILESS_MAIN(RunningStepsTest)
#include "RunningStepsTest.moc"
