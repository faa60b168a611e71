// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TimeSpent.h"

#include "core/history/TimeReport.h"
#include "core/history/WouldHaveHelped.h"
#include "tests/core/history/AttemptSet.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

// Steps and samples that the program wrote of a real build of c10, and its build.ninja.
const QString attempt = QStringLiteral(TORCHMASON_FIXTURES "/attempts/c10");
const QString buildFolder = QStringLiteral(TORCHMASON_FIXTURES "/progress/builds/c10");

EdgeTimeline realTimeline()
{
    return timelineOf(readEdges(attempt).value());
}

EdgeRecord edge(const char* output, qint64 start, qint64 end)
{
    EdgeRecord made;
    made.output = QLatin1String(output);
    made.language = QStringLiteral("C++");
    made.start = start;
    made.end = end;
    return made;
}

const WouldHaveHelped* findHelp(const QVector<WouldHaveHelped>& helps, Help wanted)
{
    for (const WouldHaveHelped& help : helps) {
        if (help.help == wanted)
            return &help;
    }
    return nullptr;
}

}

class TimeSpentTest : public QObject {
    Q_OBJECT

private slots:
    void sumsOfARealBuild();
    void ofARunningBuildItIsWhatIsRecorded();
    void howManyRanAtOnce();
    void moreThanTheJobsIsExplained();
    void whatTheSumsLeaveOutIsTold();
    void howLongFewRanIsTold();
    void whatTheGateDid();
    void whatIsLinkedCountsWithItsObjects();
    void sourceFolders_data();
    void sourceFolders();
    void theLongestChainOfARealBuild();
    void aBuildFileThatDoesNotFit();
    void moreJobsHelpWhereCoresAreIdle();
    void waitingIsNoMoreThanWhatWasMeasured();
    void aCacheHelpsAsAnotherBuildSays();
    void aCachedBuildIsLookedForInTheSameFolder();
    void samplesTellHowBusyTheCoresWere();
};

void TimeSpentTest::ofARunningBuildItIsWhatIsRecorded()
{
    TimeReport report;
    report.spent.steps = 18;
    AttemptRecord record;
    record.state = AttemptState::Running;
    const QString words = timeSentences(report, record).first();
    QVERIFY2(words.startsWith("The steps recorded so far, 18, took"), qPrintable(words));
    record.state = AttemptState::Succeeded;
    QVERIFY(timeSentences(report, record).first().startsWith("18 steps took"));
    report.spent.failed = 1; // the header says "17 of ..., 1 failed"
    QCOMPARE(timeSentences(report, record).value(1), "1 of them failed, and 17 ended well.");
}

void TimeSpentTest::sumsOfARealBuild()
{
    const TimeSpent spent = timeSpent(realTimeline(), 3);
    QCOMPARE(spent.steps, 90);
    QCOMPARE(spent.failed, 0);
    QCOMPARE(spent.slowest.size(), 3);
    QCOMPARE_GT(spent.folders.size(), 3); // all of them
    QCOMPARE(spent.kinds.first().name, QStringLiteral("cxx"));
    QCOMPARE(spent.targets.first().name, QStringLiteral("c10"));
    Milliseconds ofKinds { 0 };
    int steps = 0;
    for (const TimeShare& share : spent.kinds) {
        ofKinds += share.time;
        steps += share.steps;
    }
    QCOMPARE(ofKinds, spent.work);
    QCOMPARE(steps, spent.steps);
    QVERIFY(spent.busy <= spent.span && spent.work > spent.span);
    QCOMPARE(spent.folders.first().name, QStringLiteral("c10/util"));
    QCOMPARE(timeSpent({}, 3).meanAtOnce, 0.0);
}

void TimeSpentTest::howManyRanAtOnce()
{
    // Three at once for 10 ms, then nothing, then one alone.
    const TimeSpent spent = timeSpent(
        timelineOf({ edge("a.o", 0, 10), edge("b.o", 0, 10), edge("c.o", 0, 10), edge("d.o", 30, 50) }), 9);
    QCOMPARE(spent.mostAtOnce, 3);
    QCOMPARE(spent.span, Milliseconds(50));
    QCOMPARE(spent.busy, Milliseconds(30));
    QCOMPARE(spent.halfIdle, Milliseconds(40));
    QCOMPARE(spent.meanAtOnce, 1.0);
    // With two jobs one that runs is half of what there could be.
    const TimeSpent limited = timeSpent(
        timelineOf({ edge("a.o", 0, 10), edge("b.o", 0, 10), edge("c.o", 0, 10), edge("d.o", 30, 50) }), 9,
        2);
    QCOMPARE(limited.mostAtOnce, 3);
    QCOMPARE(limited.halfIdle, Milliseconds(20));
}

// Generated files need no job, so more than two lanes may be full. It is said only where the times show it.
void TimeSpentTest::moreThanTheJobsIsExplained()
{
    TimeReport report;
    report.spent.steps = 9;
    report.spent.mostAtOnce = 6;
    report.spent.atGateAtOnce = 2;
    AttemptRecord record;
    const auto told
        = [&](const char* words) { return timeSentences(report, record).join(u' ').contains(words); };
    record.request.jobs = 2;
    QVERIFY(told("number of jobs was 2"));
    QVERIFY(!told("wait for one"));
    for (const int atGate : { 0, 3 }) { // no gate, or times that are not exact
        report.spent.atGateAtOnce = atGate;
        QVERIFY(!told("number of jobs was 2"));
    }
    report.spent.mostAtOnce = report.spent.atGateAtOnce = 2;
    QVERIFY(!told("number of jobs was 2"));
    EdgeRecord first = edge("a.o", 0, 10);
    EdgeRecord second = edge("b.o", 5, 20);
    first.heldBack = second.heldBack = Milliseconds(0);
    const TimeSpent spent = timeSpent(timelineOf({ first, second, edge("gen.h", 0, 20) }), 9);
    QCOMPARE(spent.mostAtOnce, 3);
    QCOMPARE(spent.atGateAtOnce, 2);
}

// A generated file belongs to no target; the cores are those of the machine.
void TimeSpentTest::whatTheSumsLeaveOutIsTold()
{
    const QString leftOut = QStringLiteral("Steps that belong to no target");
    const EdgeRecord object = edge("a/CMakeFiles/one.dir/a.cpp.o", 0, 1000);
    TimeReport report;
    report.use.coresBusy = 2.0;
    report.use.cores = 2;
    report.spent = timeSpent(timelineOf({ object }), 9);
    QCOMPARE(report.spent.targets.size(), 1);
    QStringList told = timeSentences(report, {});
    QVERIFY(told.contains("On average 2.0 of 2 cores were busy, other programs included."));
    QVERIFY2(!told.last().startsWith(leftOut), qPrintable(told.last()));
    report.spent = timeSpent(timelineOf({ object, edge("gen.h", 0, 1000) }), 9);
    QCOMPARE(report.spent.targets.size(), 1);
    told = timeSentences(report, {});
    QVERIFY2(told.last().startsWith(leftOut), qPrintable(told.last()));
}

void TimeSpentTest::howLongFewRanIsTold()
{
    const auto told = [](const QVector<EdgeRecord>& edges) {
        TimeReport report;
        report.spent = timeSpent(timelineOf(edges), 9);
        return timeSentences(report, {}).join(u' ');
    };
    QVERIFY(told({ edge("a.o", 0, 1000), edge("b.o", 0, 1000), edge("c.o", 0, 1000), edge("d.o", 0, 5000) })
                .contains("(80.0 % of the time) fewer than 2 steps ran."));
    QVERIFY(told({ edge("a.o", 0, 1000), edge("b.o", 3000, 4000) })
                .contains("(50.0 % of the time) no step ran."));
    QVERIFY(!told({ edge("a.o", 0, 1000) }).contains("of the time"));
    QVERIFY(!told({ edge("a.o", 0, 1000), edge("b.o", 1040, 2000) }).contains("of the time")); // for 0.0 s
    QCOMPARE(sharePercent(Milliseconds(9), Milliseconds(10'000)), "under 0.1 %");
    QCOMPARE(sharePercent(Milliseconds(10), Milliseconds(10'000)), "0.1 %");
    QCOMPARE(sharePercent(Milliseconds(0), Milliseconds(10'000)), "0.0 %");
}

void TimeSpentTest::whatTheGateDid()
{
    EdgeRecord waited = edge("a.o", 0, 10);
    waited.heldBack = Milliseconds(700);
    waited.restarts = 2;
    EdgeRecord atOnce = edge("b.o", 0, 10);
    atOnce.heldBack = Milliseconds(0);
    QVERIFY(!timeSpent(timelineOf({ edge("c.o", 0, 10) }), 9).heldBack);
    const TimeSpent spent = timeSpent(timelineOf({ waited, atOnce, edge("c.o", 0, 10) }), 9);
    QCOMPARE(spent.heldBack, std::optional(Milliseconds(700)));
    QCOMPARE(spent.heldBackSteps, 1);
    QCOMPARE(spent.restarted, 1);
}

void TimeSpentTest::whatIsLinkedCountsWithItsObjects()
{
    const auto link = [](const char* output) {
        EdgeRecord made = edge(output, 0, 10);
        made.language = QStringLiteral("link");
        return made;
    };
    const TimeSpent spent = timeSpent(
        timelineOf({ edge("core/CMakeFiles/brick.dir/a.cpp.o", 0, 20), link("lib/libbrick.a"),
            link("lib/libalone.so.1.2"), link("bin/tool"), edge("x/CMakeFiles/libproto.dir/b.cpp.o", 0, 20),
            link("libproto.a"), link("bin/brick.dll") }),
        9);
    QMap<QString, int> steps;
    for (const TimeShare& share : spent.targets)
        steps.insert(share.name, share.steps);
    QCOMPARE(
        steps, (QMap<QString, int> { { "alone", 1 }, { "brick", 3 }, { "libproto", 2 }, { "tool", 1 } }));
}

void TimeSpentTest::sourceFolders_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("folder");

    newRow("of another folder", "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/x.cpp.o", "aten/src/ATen");
    newRow("below", "c10/CMakeFiles/c10.dir/core/impl/x.cpp.o", "c10/core/impl");
    newRow("at the top", "CMakeFiles/app.dir/main.cpp.o", ".");
    newRow("no object", "lib/libc10.so", "");
}

void TimeSpentTest::sourceFolders()
{
    QFETCH(QString, output);
    QTEST(sourceFolderOfOutput(output), "folder");
}

void TimeSpentTest::theLongestChainOfARealBuild()
{
    const auto measured = measuredGraph(realTimeline(), buildFolder, {});
    QVERIFY2(measured.ok(), qPrintable(measured ? QString() : measured.error().message));
    QStringList outputs;
    double time = 0;
    for (const int node : longestChain(*measured)) {
        outputs << measured->graph.nodes[node].output.section(QLatin1Char('/'), -1);
        time += measured->work.left[node];
    }
    // The link waits for the slowest object.
    QVERIFY2(outputs.contains(QStringLiteral("libc10.so.2.6.0")), qPrintable(outputs.join(u' ')));
    // The two ways to find it agree.
    QCOMPARE(time, playSchedule(measured->graph, measured->work, 2, measured->order).longestWay);
    // Played with as many jobs as there were, it takes about as long as it took.
    const double busy = double(timeSpent(realTimeline(), 1).busy.count());
    const double played = measured->played(2);
    QVERIFY2(played > 0.8 * busy && played < 1.2 * busy, qPrintable(QString::number(played / busy)));
}

void TimeSpentTest::aBuildFileThatDoesNotFit()
{
    const QTemporaryDir folder;
    const auto gone = measuredGraph(realTimeline(), folder.path(), {});
    QVERIFY(!gone.ok() && gone.error().message.contains(QLatin1String("build.ninja")));
    write(folder.filePath(QStringLiteral("build.ninja")), "build c10/other.o: CXX_COMPILER__x x.cpp\n");
    const auto other = measuredGraph(realTimeline(), folder.path(), {});
    QVERIFY(!other.ok() && other.error().message.contains(QLatin1String("0 of the 90 steps")));
    const auto step = timelineOf({ edge("c10/other.o", 0, 10), edge("CMakeFiles/install.util", 10, 20) });
    QVERIFY(measuredGraph(step, folder.path(), {}).ok()); // to install is no sign of another build
}

void TimeSpentTest::moreJobsHelpWhereCoresAreIdle()
{
    const auto measured = measuredGraph(realTimeline(), buildFolder, {});
    const TimeSpent spent = timeSpent(realTimeline(), 1);
    MachineUse use;
    use.cores = 2;
    use.coresBusy = 1.98;
    QVERIFY(!findHelp(wouldHaveHelped(*measured, spent, use, 2, 2, {}), Help::MoreJobs));
    use.cores = 8;
    const auto helps = wouldHaveHelped(*measured, spent, use, 2, 4, {});
    const WouldHaveHelped* more = findHelp(helps, Help::MoreJobs);
    QVERIFY(more);
    QCOMPARE(more->jobs, 4); // no more than twice as many, whatever is idle
    QVERIFY(more->low <= more->high && more->high <= spent.span);
    QVERIFY(more->low * 3 > spent.span);
}

void TimeSpentTest::waitingIsNoMoreThanWhatWasMeasured()
{
    // Two steps that need not wait for each other ran one after the other, for want of memory.
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("build.ninja")),
        "build a.o: CXX_COMPILER__x a.cpp\nbuild b.o: CXX_COMPILER__x b.cpp\n");
    const EdgeTimeline timeline = timelineOf({ edge("a.o", 0, 10'000), edge("b.o", 10'000, 20'000) });
    const auto measured = measuredGraph(timeline, folder.path(), {});
    QVERIFY(measured.ok());
    const TimeSpent spent = timeSpent(timeline, 1);
    QVERIFY(!findHelp(wouldHaveHelped(*measured, spent, {}, 2, 0, {}), Help::NoWaitForMemory));
    MachineUse use;
    use.heldBack = use.idleJobs = Milliseconds(8000);
    const auto helps = wouldHaveHelped(*measured, spent, use, 2, 0, {});
    const WouldHaveHelped* help = findHelp(helps, Help::NoWaitForMemory);
    QVERIFY(help);
    QCOMPARE(help->low, Milliseconds(12'000));
    QCOMPARE(help->high, Milliseconds(16'000));
}

void TimeSpentTest::aCacheHelpsAsAnotherBuildSays()
{
    const auto measured = measuredGraph(realTimeline(), buildFolder, {});
    const TimeSpent spent = timeSpent(realTimeline(), 1);
    CachedBuild cached { 7, { QStringLiteral("ccache"), 80, 0, 0, 0, true }, {} };
    const EdgeTimeline timeline = realTimeline();
    for (const TimelineEdge& one : timeline.edges)
        cached.times.insert(one.record.output, (one.record.end - one.record.start) / 10);
    const auto helps = wouldHaveHelped(*measured, spent, {}, 2, 0, cached);
    QCOMPARE(helps.size(), 1);
    QCOMPARE(helpId(helps.first().help), QStringLiteral("compiler-cache"));
    const Milliseconds idle = spent.span - spent.busy; // which no cache makes shorter
    QVERIFY((helps.first().high - idle) * 5 < spent.busy);
    QVERIFY(helps.first().reason.contains(QLatin1String("Attempt 7")));
    cached.times.clear();
    QVERIFY(wouldHaveHelped(*measured, spent, {}, 2, 0, cached).isEmpty());
}

void TimeSpentTest::aCachedBuildIsLookedForInTheSameFolder()
{
    QTemporaryDir folder;
    AttemptSet set(folder.path());
    EdgeRecord one;
    one.output = QStringLiteral("a.o");
    one.start = 1000;
    one.end = 3000;
    const auto build = [&](const QString& where, qint64 hits) {
        set.request.buildFolder = where;
        set.cache = CacheUse { QStringLiteral("ccache"), hits, 10 - hits, 0, 0, true };
        const int number = set.add(AttemptState::Succeeded);
        const auto writer = AttemptWriter::open(set.store().attemptFolder(number));
        return (*writer)->append(one).ok() ? number : 0;
    };
    const int plain = build(buildFolder, 1);
    const int nameless = build({}, 1);
    const int alsoNameless = build({}, 9);
    const int cached = build(buildFolder, 8);
    const auto found = cachedBuildInSameFolder(set.store(), *set.store().attempt(plain));
    QVERIFY(found);
    QCOMPARE(found->attempt, cached);
    QCOMPARE(found->times.value("a.o"), 2000);
    QVERIFY(alsoNameless > nameless); // that is all that they have in common
    QVERIFY(!cachedBuildInSameFolder(set.store(), *set.store().attempt(nameless)));
}

void TimeSpentTest::samplesTellHowBusyTheCoresWere()
{
    const auto use = machineUse(attempt, realTimeline());
    QVERIFY(use.ok());
    QCOMPARE(use->cores, 2);
    QCOMPARE(use->jobs, 2);
    QVERIFY(use->coresBusy > 1 && use->coresBusy <= 2);
    QCOMPARE(use->heldBack, Milliseconds(0));
}

QTEST_GUILESS_MAIN(TimeSpentTest)
#include "TimeSpentTest.moc"
