// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/EdgeTimeline.h"

#include "core/history/StepComparison.h"
#include "core/history/StepsOverTime.h"
#include "core/history/TimeSpent.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "tests/core/history/AttemptSet.h"
#include "tests/support/Rows.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class EdgeTimelineTest : public QObject {
    Q_OBJECT

private slots:
    void lanesAreReused();
    void aStepTakesThePlaceOfOneThatEnds();
    void anUnknownStartTakesNoLane();
    void manyLanesTakeNoTime();
    void targets_data();
    void targets();
    void tornLinesArePassedOver();
    void timesHaveBounds();
    void stepsOverTimeOfAnEarlierBuild();
    void codeGenerationIsNotCounted_data();
    void codeGenerationIsNotCounted();
    void whatRunsAfterCompileIsNotCounted();
    void aStepIsNamedByItsLanguage();
};

namespace {

EdgeRecord edge(const QString& output, const QString& language, qint64 start, qint64 end)
{
    EdgeRecord made;
    made.output = output;
    made.language = language;
    made.start = start;
    made.end = end;
    return made;
}

}

void EdgeTimelineTest::lanesAreReused()
{
    const EdgeTimeline timeline = timelineOf({ edge("c.o", "CUDA", 20, 40), edge("a.o", "C++", 0, 30),
        edge("b.o", "C", 5, 20), edge("lib.so", "link", 40, 50), edge("gen.h", "other", 60, 55) });
    QStringList drawn;
    for (const TimelineEdge& one : timeline.edges)
        drawn << QStringLiteral("%1 %2 %3").arg(one.record.output).arg(one.lane).arg(edgeKindId(one.kind));
    QCOMPARE(
        drawn, QStringList({ "a.o 0 cxx", "b.o 1 cxx", "c.o 1 cuda", "lib.so 0 link", "gen.h 0 generated" }));
    QCOMPARE(timeline.lanes, 2);
    QCOMPARE(timeline.begin, 0);
    QCOMPARE(timeline.end, 60); // what ended before it began takes no time
    QCOMPARE(timelineOf({}).lanes, 0);
}

// Of a build with two jobs whose end ninja saw some milliseconds late. Short steps overlap in earnest.
void EdgeTimelineTest::aStepTakesThePlaceOfOneThatEnds()
{
    const EdgeTimeline timeline = timelineOf({ edge("gen1.h", "other", 0, 30), edge("gen2.h", "other", 0, 20),
        edge("gen3.h", "other", 15, 40), edge("a.o", "C++", 5000, 10'000), edge("b.o", "C++", 5000, 12'000),
        edge("c.o", "C++", 9991, 15'000), edge("d.o", "C++", 12'000, 16'000),
        edge("e.o", "C++", 14'500, 19'000) });
    QVector<int> lanes;
    for (const TimelineEdge& one : timeline.edges)
        lanes << one.lane;
    QCOMPARE(lanes, (QVector<int> { 0, 1, 2, 0, 1, 0, 1, 2 }));
    QCOMPARE(timeline.edges[5].record.start, 9991);
}

// Ninja starts the next one before we read that one failed.
void EdgeTimelineTest::anUnknownStartTakesNoLane()
{
    const EdgeTimeline timeline = timelineOf({ edge("bad.o", "C++", 8000, 8000), edge("a.o", "C++", 0, 9000),
        edge("b.o", "C++", 7900, 12'000), edge("late.o", "C++", 20'000, 20'000) });
    QCOMPARE(timeline.lanes, 2);
    QVERIFY(!knowsStart(timeline.edges[2].record) && knowsStart(timeline.edges[1].record));
    QCOMPARE(timeline.edges[2].lane, 0);
    QCOMPARE(timelineOf({ edge("only.o", "C++", 5, 5) }).lanes, 1);
}

// A damaged file may say that all of its steps ran at the same time.
void EdgeTimelineTest::manyLanesTakeNoTime()
{
    constexpr int count = 200'000;
    QVector<EdgeRecord> edges;
    for (int i = 0; i < count; ++i)
        edges.append(edge(QStringLiteral("a.o"), "C++", i, 2 * count));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(timelineOf(edges).lanes, count);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void EdgeTimelineTest::targets_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("target");

    newRow("object", "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/x.cpp.o", "C++", "torch_cpu");
    newRow("at the top", "CMakeFiles/app.dir/main.cpp.o", "C++", "app");
    newRow("library", "lib/libtorch_cpu.so", "link", "libtorch_cpu.so");
    newRow("object of something else", "kernels/gemm.o", "C++", "");
    newRow("generated file", "caffe2/aten/src/ATen/Functions.cpp", "", "");
}

void EdgeTimelineTest::targets()
{
    QFETCH(QString, output);
    QFETCH(QString, language);
    EdgeRecord step;
    step.output = output;
    step.language = language;
    QTEST(targetOf(step), "target");
}

void EdgeTimelineTest::tornLinesArePassedOver()
{
    const QTemporaryDir folder;
    QCOMPARE(readEdges(folder.path())->size(), 0); // no file yet
    QFile file(AttemptFiles::edges(folder.path()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"v\":1,\"output\":\"a.o\",\"language\":\"C++\",\"start\":1,\"end\":2}\nno json\n"
               "{\"v\":1,\"output\":\"b.o\",\"langu");
    file.close();
    const auto edges = readEdges(folder.path());
    QVERIFY(edges.ok());
    QCOMPARE(edges->size(), 1);
    QCOMPARE(edges->first().output, "a.o");
    QVERIFY(file.resize(1024 * mebibyte)); // nobody has as many: each would be kept
    const QString why = readEdges(folder.path()).error().message;
    QVERIFY2(why.startsWith("Cannot read ") && why.contains("at most"), qPrintable(why));
}

// Whoever adds up what a damaged file says gets a number.
void EdgeTimelineTest::timesHaveBounds()
{
    const QTemporaryDir folder;
    QFile file(AttemptFiles::edges(folder.path()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    constexpr int count = 1000;
    for (int i = 0; i < count; ++i)
        file.write("{\"v\":1,\"output\":\"" + QByteArray::number(i)
            + ".o\",\"language\":\"C++\",\"start\":-9223372036854775808,\"end\":9223372036854775807,"
              "\"peakMemory\":9223372036854775807,\"processor\":9223372036854775807,"
              "\"heldBackMs\":9223372036854775807}\n");
    file.close();
    const auto edges = readEdges(folder.path());
    QVERIFY(edges.ok());
    QCOMPARE(edges->size(), count);
    const StepComparison compared = compareSteps({ *edges, {} });
    const qint64 all = compared.kinds.first().times.first().count();
    QCOMPARE(all, compared.alone.first().times.first()->count() * count);
    QVERIFY(all > 0 && timeSpent(timelineOf(*edges), 3).work.count() == all);
}

// Only a build of the same work, that did all of it, is one to measure by.
void EdgeTimelineTest::stepsOverTimeOfAnEarlierBuild()
{
    QTemporaryDir folder;
    AttemptSet set(folder.path());
    set.facts.cpuModel = QStringLiteral("Core i9");
    const int first = set.add(AttemptState::Succeeded);
    auto writer = AttemptWriter::open(set.store().attemptFolder(first));
    for (const auto& [begin, end] : { std::pair(1000, 4000), std::pair(1000, 2000), std::pair(2000, 9000) })
        QVERIFY((*writer)->append(edge(QStringLiteral("o"), "C++", begin, end)).ok());
    const auto steps = [&](int number) { return earlierSteps(number, set.request, folder.path()); };
    const int second = set.add(AttemptState::Running);
    const auto earlier = steps(second);
    QVERIFY(earlier);
    QCOMPARE(earlier->number, first);
    QVector<qint64> done;
    for (const qint64 elapsed : { 0, 999, 1000, 2999, 3000, 8000, 90'000 })
        done << earlier->doneAt(elapsed);
    QCOMPARE(done, (QVector<qint64> { 0, 0, 1, 1, 2, 3, 3 }));
    QVERIFY(!steps(first)); // none is before it
    set.setFlag("USE_CUDA", "OFF");
    QVERIFY(!steps(second));
    // Thinned, and with its end.
    const StepsOverTime two = stepsOverTime(first, *readEdges(set.store().attemptFolder(first)), 2);
    QCOMPARE(two.points.last().done, 3);
    QCOMPARE(two.begin, 1000);
    QVERIFY(stepsOverTime(9, {}, 10).points.isEmpty());
}

void EdgeTimelineTest::codeGenerationIsNotCounted_data()
{
    QTest::addColumn<std::optional<qint64>>("told");
    QTest::addColumn<int>("secondStart");
    QTest::addColumn<QStringList>("counted");
    const QStringList all { "code.h", "build.ninja", "a.o", "b.o" };
    QTest::newRow("ninja began again") << std::optional<qint64>(2) << 50 << QStringList { "a.o", "b.o" };
    QTest::newRow("all are the build's") << std::optional<qint64>(4) << 50 << all;
    QTest::newRow("no count") << std::optional<qint64>() << 50 << all;
    QTest::newRow("a count that nobody would write") << std::optional<qint64>(-1) << 50 << all;
    QTest::newRow("more told than recorded") << std::optional<qint64>(9) << 50 << all;
    QTest::newRow("no pause between them") << std::optional<qint64>(2) << 15 << all;
}

void EdgeTimelineTest::codeGenerationIsNotCounted()
{
    QFETCH(std::optional<qint64>, told);
    QFETCH(int, secondStart);
    const auto step = [](const char* output, qint64 start, qint64 end) {
        EdgeRecord edge;
        edge.output = output;
        edge.start = start;
        edge.end = end;
        return edge;
    };
    AttemptRecord record;
    if (told >= 0)
        record.edgesDone = told;
    QStringList counted;
    for (const EdgeRecord& edge :
        countedSteps({ step("code.h", 0, 10), step("build.ninja", 10, 20), step("a.o", secondStart, 90),
                         step("b.o", secondStart, 95) },
            record))
        counted << edge.output;
    QTEST(counted, "counted");
}

// Packing a wheel runs ninja once more, to install.
void EdgeTimelineTest::whatRunsAfterCompileIsNotCounted()
{
    const QVector<EdgeRecord> edges { edge("a.c.o", "C", 1208, 1252), edge("liba.so", "link", 1254, 1283),
        edge("CMakeFiles/install.util", "other", 1570, 1685) };
    AttemptRecord record;
    record.edgesDone = 2;
    record.startedAt = 100'000;
    StageResult compile;
    compile.id = stageKindId(StageKind::Compile);
    compile.startedAt = 101'063;
    compile.duration = Milliseconds(231);
    record.stages << compile;
    const QVector<EdgeRecord> counted = countedSteps(edges, record);
    QCOMPARE(counted.size(), 2);
    QCOMPARE(counted.first().output, QStringLiteral("a.c.o"));
    record.stages.first().startedAt = 90'000; // the clock was set
    QCOMPARE(countedSteps(edges, record).size(), 2);
    record.edgesDone = 3; // of the stage that installs, too
    QCOMPARE(countedSteps(edges, record).size(), 3);
}

void EdgeTimelineTest::aStepIsNamedByItsLanguage()
{
    QCOMPARE(kindWord(edge("a.c.o", "C", 0, 1)), QStringLiteral("C"));
    QCOMPARE(kindWord(edge("a.cpp.o", "C++", 0, 1)), QStringLiteral("C++"));
    QCOMPARE(kindWord(edge("liba.so", "link", 0, 1)), kindWord(EdgeKind::Link));
    QCOMPARE(kindWord(EdgeKind::Cxx), QStringLiteral("C and C++"));
}

QTEST_GUILESS_MAIN(EdgeTimelineTest)
#include "EdgeTimelineTest.moc"
