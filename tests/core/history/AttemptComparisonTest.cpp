// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptComparison.h"
#include "core/history/ResourceCurves.h"
#include "core/history/SampleLines.h"
#include "core/history/StepComparison.h"
#include "core/history/StepsOverTime.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"
#include "core/store/StageStanding.h"
#include "tests/support/PseudoTranslator.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace torchmason;

namespace {

StageResult compileStage(int seconds, const CacheUse& cache)
{
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.state = StageState::Succeeded;
    stage.duration = Milliseconds(seconds * 1000);
    stage.cache = cache;
    stage.inputs = { { "source", "1234abcd" }, { "cmake", "3.25.1" } };
    return stage;
}

EdgeRecord edge(const QString& output, const QString& language, qint64 start, qint64 end)
{
    EdgeRecord made;
    made.output = output;
    made.language = language;
    made.start = start;
    made.end = end;
    return made;
}

Sample sampleAt(qint64 elapsed, Bytes memory, const QVector<double>& cores)
{
    Sample sample;
    sample.time = 1000 + elapsed;
    sample.elapsed = elapsed;
    sample.buildMemory = memory;
    sample.coreLoad = cores;
    return sample;
}

// Of a log that was opened.
void makeLog(AttemptRecord& record)
{
    record.imported = ImportNote {};
    record.imported->log = QStringLiteral("build.log");
}

const ComparedRow* rowNamed(const QVector<ComparedRow>& rows, const QString& group, const QString& name)
{
    for (const ComparedRow& row : rows) {
        if (row.group == group && row.name == name)
            return &row;
    }
    return nullptr;
}

}

// On attempts that the real store and the real writer made.
class AttemptComparisonTest : public QObject {
    Q_OBJECT

private:
    ComparedAttempt made(const BuildRequest& request, const StageResult& stage,
        const QVector<EdgeRecord>& edges = {}, const QVector<Sample>& samples = {})
    {
        Q_ASSERT(m_folder.isValid());
        const AttemptStore store(m_folder.path());
        const auto reserved = store.reserve(request);
        Q_ASSERT(reserved.ok());
        const auto writer = AttemptWriter::open(reserved->folder);
        Q_ASSERT(writer.ok());
        AttemptRecord record;
        record.number = reserved->number;
        record.state = AttemptState::Succeeded;
        record.request = request;
        record.duration = stage.duration;
        if (!stage.id.isEmpty())
            record.stages = { stage };
        bool good = (*writer)->writeRecord(record).ok();
        for (const EdgeRecord& one : edges)
            good = good && (*writer)->append(one).ok();
        for (const Sample& one : samples)
            good = good && (*writer)->append(one).ok();
        Q_ASSERT(good);
        const auto summary = store.attempt(reserved->number);
        Q_ASSERT(summary.ok());
        return { summary->number, summary->folder, summary->record, {} };
    }

    QTemporaryDir m_folder;

private slots:
    void wordsAreTranslated()
    {
        ComparedAttempt attempt;
        attempt.record.state = AttemptState::Failed;
        attempt.record.firstFinding = "The disk is full";
        StageResult waits;
        waits.id = "verify";
        attempt.record.stages << compileStage(60, { "ccache", 1, 2, 0, 0, true }) << waits;
        const auto found = [&attempt](const char* name, const QString& group = {}) {
            for (const ComparedValue& value : comparedValues(attempt)) {
                if (value.name == QLatin1String(name) && (group.isEmpty() || value.group == group))
                    return value;
            }
            return ComparedValue {};
        };
        const auto valueOf = [&found](const char* name) { return found(name).value; };
        QCOMPARE(valueOf("state"), "failed");
        QCOMPARE(valueOf("verify"), "not reached");
        attempt.record.stages[0].state = StageState::Succeeded;
        QCOMPARE(valueOf("compile"), "succeeded in 1 min");
        attempt.record.stages[0].state = StageState::Stopped;
        QCOMPARE(valueOf("compile"), "stopped after 1 min");
        QCOMPARE(found("verify", "stage").label, "Verify");
        PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        QCOMPARE(valueOf("state"), PseudoTranslator::accented("failed"));
        QCOMPARE(valueOf("cause"), PseudoTranslator::accented("The disk is full"));
        QCOMPARE(valueOf("verify"), PseudoTranslator::accented("not reached"));
        QCOMPARE(
            comparedNoteText(QLatin1String(fromBuildFolder)), PseudoTranslator::accented("build folder"));
        for (const char* group : { "stage", "cache" })
            QCOMPARE(found("compile", group).label, PseudoTranslator::accented("Compile"));
        QCOMPARE(stageStateText(waits, attempt.record), "not reached"); // reports stay English
        waits.state = StageState::Stopped;
        QCOMPARE(stageStateText(waits, attempt.record), "stopped");
        attempt.record.state = AttemptState::Interrupted;
        QCOMPARE(stageStateText(waits, attempt.record), "interrupted"); // as the window says
    }

    void onlyDifferencesAreNamed()
    {
        BuildRequest request;
        request.configuration.setFlag({ "USE_CUDA", "ON", {}, ValueOrigin::User });
        request.configuration.setFlag({ "SAME", "1", {}, ValueOrigin::User });
        const ComparedAttempt left = made(request, {});
        QVERIFY(differencesOf(compareAttempts({ left, left })).isEmpty());
        request.configuration.setFlag({ "USE_CUDA", "OFF", {}, ValueOrigin::Fix });
        request.configuration.setFlag({ "NEW", "x", {}, ValueOrigin::User });
        request.patches.append({ "a.txt", "b", "c", "why", {} });
        const ComparedAttempt right = made(request, {});
        const QVector<ComparedRow> rows = compareAttempts({ left, right });
        const QVector<ComparedRow> differences = differencesOf(rows);
        QStringList names;
        for (const ComparedRow& row : differences)
            names << row.group + ' ' + row.name;
        QCOMPARE(names, QStringList({ "request patches", "flag USE_CUDA", "flag NEW" }));
        QCOMPARE(differences.at(1).values, QStringList({ "ON", "OFF" }));
        QCOMPARE(differences.at(1).notes, QStringList({ "user", "fix" }));
        QCOMPARE(differences.at(2).values, QStringList({ "", "x" }));
        QVERIFY(!rowNamed(rows, "flag", "SAME")->differs);

        request.patches[0].replace = "d"; // the same file for the same reason
        const auto others = differencesOf(compareAttempts({ right, made(request, {}) }));
        QCOMPARE(others.size(), 1);
        QCOMPARE(others.first().name, "patches");
    }

    void whatNobodySetIsAtItsDefault()
    {
        ComparedAttempt without;
        ComparedAttempt with;
        with.record.request.configuration.setFlag({ "USE_DISTRIBUTED", "OFF", {}, ValueOrigin::Fix });
        with.record.request.configuration.setFlag({ "OF_ONES_OWN", "1", {}, ValueOrigin::User });
        const QVector<ComparedRow> rows = compareAttempts({ without, with });
        const ComparedRow* known = rowNamed(rows, "flag", "USE_DISTRIBUTED");
        QVERIFY(known && known->differs);
        QCOMPARE(known->values, QStringList({ "ON", "OFF" }));
        QCOMPARE(known->notes, QStringList({ "default", "fix" }));
        const ComparedRow* own = rowNamed(rows, "flag", "OF_ONES_OWN");
        QVERIFY(own && own->values.first().isEmpty() && own->notes.first().isEmpty());
        makeLog(without.record);
        const QVector<ComparedRow> ofLog = compareAttempts({ without, with });
        QVERIFY(rowNamed(ofLog, "flag", "USE_DISTRIBUTED")->values.first().isEmpty());
    }

    void cacheHitsTellAttemptsApart()
    {
        const CacheUse cold { "ccache", 0, 64, 2, 0, true };
        const CacheUse warm { "ccache", 64, 0, 2, 0, true };
        const auto rows
            = compareAttempts({ made({}, compileStage(54, cold)), made({}, compileStage(54, warm)) });
        const QVector<ComparedRow> differences = differencesOf(rows);
        QCOMPARE(differences.size(), 1);
        QCOMPARE(differences.first().group, "cache");
        QVERIFY(differences.first().values.at(1).contains("64 of 64"));
        QCOMPARE(rowNamed(rows, "request", "commit")->values, QStringList({ "1234abcd", "1234abcd" }));
    }

    void whatALogDoesNotTellIsNoDifference()
    {
        BuildRequest request;
        request.profileId = QStringLiteral("cpu-only");
        request.jobs = 8;
        request.configuration.setFlag({ "USE_CUDA", "OFF", {} });
        const ComparedAttempt built = made(request, compileStage(54, {}));
        ComparedAttempt log = made({}, {});
        makeLog(log.record);
        log.record.state = AttemptState::Failed;
        log.record.firstFinding = QStringLiteral("A header is missing");
        Finding finding;
        finding.rule = QStringLiteral("missing-header");
        finding.title = QStringLiteral("A header is missing");
        log.findings = { finding };
        const auto rows = compareAttempts({ log, built });
        QVERIFY(rowNamed(rows, "flag", "USE_CUDA") && rowNamed(rows, "request", "profile"));
        QCOMPARE(rowNamed(rows, "finding", "missing-header")->values.first(),
            "seen in the log, but not the cause");
        QStringList differing;
        for (const ComparedRow& row : differencesOf(rows))
            differing << row.name;
        QCOMPARE(differing, QStringList({ "state", "cause", "missing-header" }));
        // Two that were built still differ by what one of them was not told.
        QVERIFY(rowNamed(compareAttempts({ made({}, {}), built }), "flag", "USE_CUDA")->differs);
    }

    void timesDifferByMoreThanChance()
    {
        const auto differing = [this](int left, int right) {
            return differencesOf(
                compareAttempts({ made({}, compileStage(left, {})), made({}, compileStage(right, {})) }));
        };
        QVERIFY(differing(100, 105).isEmpty());
        const QVector<ComparedRow> differences = differing(54, 27);
        QCOMPARE(differences.size(), 2); // the attempt and its stage
        QCOMPARE(differences.first().name, "took");
        QCOMPARE(differences.first().label, "Duration"); // as in the history
        QVERIFY2(differences.first().detail.contains("2.0 times"), qPrintable(differences.first().detail));
    }

    void secretsStayMasked()
    {
        ComparedAttempt attempt = made({}, {});
        // As a file of another program may have it: what our writer makes is masked already.
        attempt.record.request.configuration.setEnvironment({ "HF_TOKEN", "hf_secret", ValueOrigin::User });
        attempt.record.request.source.url = "https://me:pw@example.org/pytorch";
        for (const ComparedRow& row : compareAttempts({ attempt, made({}, {}) }))
            QVERIFY2(!row.values.join(' ').contains("hf_secret") && !row.values.join(' ').contains("pw@"),
                qPrintable(row.name));
    }

    void threeStandSideBySide()
    {
        BuildRequest request;
        QVector<ComparedAttempt> attempts;
        for (const int jobs : { 2, 2, 4 }) {
            request.jobs = jobs;
            attempts.append(made(request, {}));
        }
        const QVector<ComparedRow> rows = compareAttempts(attempts);
        const ComparedRow* row = rowNamed(rows, "request", "jobs");
        QVERIFY(row && row->differs);
        QCOMPARE(row->values, QStringList({ "2", "2", "4" }));
        for (const ComparedRow& one : rows) {
            QCOMPARE(one.values.size(), 3);
            QCOMPARE(one.notes.size(), 3);
            QVERIFY(comparedGroups().contains(one.group));
        }
    }

    void manyFlagsTakeNoTime()
    {
        constexpr int count = 20'000;
        ComparedAttempt attempt;
        for (int i = 0; i < count; ++i)
            attempt.record.request.configuration.flags.append(
                { QStringLiteral("FLAG_%1").arg(i), "1", {}, {} });
        const std::clock_t begin = std::clock(); // of this process: others may keep the machine busy
        QVERIFY(compareAttempts(QVector<ComparedAttempt>(mostComparedAttempts, attempt)).size() > count);
        const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
    }

    void stepsByDifference()
    {
        const ComparedAttempt left = made({}, {},
            { edge("a.o", "C++", 0, 1000), edge("b.cu.o", "CUDA", 0, 9000), edge("gone.o", "C++", 0, 500),
                edge("same.o", "C++", 0, 40) });
        const ComparedAttempt right = made({}, {},
            { edge("a.o", "C++", 0, 100), edge("a.o", "C++", 0, 3100), edge("b.cu.o", "CUDA", 0, 2000),
                edge("same.o", "C++", 0, 60) });
        const StepComparison steps = compareSteps({ *readEdges(left.folder), *readEdges(right.folder) });
        QCOMPARE(steps.steps.size(), 2);
        QCOMPARE(steps.steps.first().output, "b.cu.o");
        QCOMPARE(steps.steps.first().difference, Milliseconds(7000));
        QCOMPARE(steps.steps.at(1).times.at(1), Milliseconds(3100)); // the last of the two
        QCOMPARE(steps.alike, 1);
        QVERIFY(alikeText(steps).isEmpty()); // the others are what is looked for
        QCOMPARE(steps.alone.size(), 1);
        QCOMPARE(steps.alone.first().output, "gone.o");
        QVERIFY(!steps.alone.first().times.at(1));
        QCOMPARE(steps.kinds.size(), 2);
        QCOMPARE(steps.kinds.first().counts, QVector<int>({ 3, 2 }));
        QCOMPARE(steps.kinds.at(1).times, QVector<Milliseconds>({ Milliseconds(9000), Milliseconds(2000) }));
    }

    void stepsThatDifferByChance()
    {
        const auto compared = [](qint64 left, qint64 right) {
            return compareSteps({ { edge("a.o", "C++", 0, left) }, { edge("a.o", "C++", 0, right) } });
        };
        QVERIFY(compared(200, 300).steps.isEmpty());
        QVERIFY(compared(3000, 3900).steps.isEmpty()); // less than a second
        QVERIFY(compared(60'000, 65'000).steps.isEmpty()); // less than a tenth
        QCOMPARE(compared(3000, 4100).steps.size(), 1);
        QCOMPARE(compared(60'000, 67'000).steps.size(), 1);
        QVERIFY(alikeText(compared(200, 300)).contains("more than chance"));
        QVERIFY(alikeText(compared(3000, 4100)).isEmpty());
        QVERIFY(
            alikeText(compareSteps({ { edge("a.o", "C++", 0, 9) }, {} })).isEmpty()); // nothing to compare
    }

    void outputsAreShortAsFarAsTheyDiffer()
    {
        const auto step = [](const char* output) {
            ComparedStep made;
            made.output = QString::fromLatin1(output);
            return made;
        };
        QCOMPARE(
            shortOutputs({ step("caffe2/torch_cpu.dir/aten/Sort.cpp.o"), step("c10/c10.dir/util/Sort.cpp.o"),
                step("c10/c10.dir/Flags.cpp.o"), step("Flags.cpp.o") }),
            QStringList({ "aten/Sort.cpp.o", "util/Sort.cpp.o", "c10.dir/Flags.cpp.o", "Flags.cpp.o" }));
    }

    // The differences, the steps by kind and the curves count the same.
    void failedStepsAreNotDone()
    {
        ComparedAttempt attempt = made({}, {});
        attempt.record.edgesDone = 3; // as ninja counts
        attempt.steps
            = { edge("a.o", "C++", 0, 1000), edge("b.o", "C++", 0, 2000), edge("c.o", "C++", 0, 3000) };
        attempt.steps.last().failed = true;
        const auto told = [&attempt] {
            const QVector<ComparedRow> rows = compareAttempts({ attempt, attempt });
            return rowNamed(rows, "outcome", "steps")->values.first();
        };
        QCOMPARE(told(), "2 of 3");
        attempt.record.edgesTotal = 5;
        QCOMPARE(told(), "2 of 5");
        attempt.record.edgesTotal.reset();
        const ComparedKind kind = compareSteps({ attempt.steps, attempt.steps }).kinds.first();
        QCOMPARE(kind.counts, QVector<int>({ 2, 2 }));
        QCOMPARE(kindText(kind, 0), QStringLiteral("2 in 3 s, 1 more failed"));
        EdgeRecord link = edge("lib/x.so", "link", 0, 10);
        link.failed = true; // the only one of its kind
        const QVector<ComparedKind> alone = compareSteps({ { link }, {} }).kinds;
        QCOMPARE(alone.size(), 1);
        QCOMPARE(kindText(alone.first(), 0), QStringLiteral("1 failed"));
        QVERIFY(kindText(alone.first(), 1).isEmpty());
        QCOMPARE(stepsOverTime(1, attempt.steps, 10).points.last().done, 2);
        makeLog(attempt.record);
        attempt.record.edgesDone = 900; // of most steps a log has no records
        QCOMPARE(told(), "899 of 900");
        attempt.steps.clear();
        QCOMPARE(told(), "900");
        attempt.record.edgesFailed = 2; // it counts them all the same
        QCOMPARE(told(), "898 of 900");
    }

    // Of a build that goes on with a stopped one: as its own page tells it.
    void whatWasDoneBeforeCounts()
    {
        ComparedAttempt attempt = made({}, {});
        attempt.record.edgesDone = attempt.record.edgesTotal = 2;
        attempt.steps = { edge("a.o", "C++", 0, 1000), edge("b.o", "C++", 0, 2000) };
        attempt.before = { 5, 3 };
        const auto row = [&attempt] {
            return *rowNamed(compareAttempts({ attempt, attempt }), "outcome", "steps");
        };
        QCOMPARE(row().values.first(), "5 (3 were done before)");
        attempt.record.edgesTotal = 3;
        QCOMPARE(row().values.first(), "4 of 5 (2 were done before)");
        attempt.record.edgesTotal = 2;
        const StepsOverTime steps = stepsOverTime(1, attempt.steps, 10).onTopOf(doneBefore(attempt));
        QCOMPARE(steps.doneAt(0), 3);
        QCOMPARE(steps.doneAt(1500), 4);
        QCOMPARE(steps.points.last().done, 5);
        attempt.before = {};
        QCOMPARE(row().values.first(), "2");
        QCOMPARE(stepsOverTime(1, attempt.steps, 10).onTopOf(0).doneAt(0), 0);
    }

    void curvesShareOneAxis()
    {
        const auto longer = made({}, {}, {},
            { sampleAt(0, 10, { 1.0, 0.0 }), sampleAt(9999, 30, { 1.0, 1.0 }),
                sampleAt(19'999, 20, { 0.5, 0.0 }) });
        const auto shorter = made({}, {}, {}, { sampleAt(5000, 7, {}) });
        const auto none = made({}, {});
        const auto curves = resourceCurves({ longer.folder, shorter.folder, none.folder }, 2);
        QVERIFY(curves.ok());
        QCOMPARE(curves->step, Milliseconds(10'000));
        QCOMPARE(curves->curves.size(), 3);
        QCOMPARE(curves->curves.at(0).size(), 2);
        QCOMPARE(curves->curves.at(0).at(0).buildMemory, Bytes(30));
        QCOMPARE(curves->curves.at(0).at(0).cores, 1.5);
        QCOMPARE(curves->curves.at(0).at(1).cores, 0.5);
        QCOMPARE(curves->curves.at(1).size(), 1);
        QVERIFY(!curves->curves.at(1).at(0).cores);
        QVERIFY(curves->curves.at(2).isEmpty());
        // Of a short attempt each sample counts, where it was taken.
        QVector<Sample> seconds;
        for (int second = 0; second < 30; ++second)
            seconds << sampleAt(second * 1010, 5, { 1.0 });
        const auto brief = resourceCurves({ made({}, {}, {}, seconds).folder }, 400);
        QVector<qint64> moments;
        for (const ResourcePoint& point : brief->curves.first()) {
            QVERIFY(point.elapsed.has_value() == (point.buildMemory && point.cores));
            if (point.elapsed)
                moments << *point.elapsed;
        }
        QCOMPARE(moments.size(), seconds.size());
        QCOMPARE(moments.at(7), seconds.at(7).elapsed);
        // The figures are those of all samples, whatever was thinned.
        QCOMPARE(curves->uses.size(), 3);
        QCOMPARE(curves->uses.at(0).peakMemory, Bytes(30));
        QCOMPARE(curves->uses.at(0).meanMemory, Bytes(20));
        QCOMPARE(curves->uses.at(0).meanCores, 3.5 / 3);
        QVERIFY(curves->uses.at(1).peakMemory && !curves->uses.at(1).meanCores);
        QVERIFY(!curves->uses.at(2).peakMemory && !curves->uses.at(2).meanMemory);
        // Where no process of the build was seen there is nothing to tell.
        const auto unseen = resourceCurves({ made({}, {}, {}, { sampleAt(0, 0, { 1.0 }) }).folder }, 2);
        QVERIFY(!unseen->uses.first().peakMemory && !unseen->uses.first().meanMemory);
        // A file of any length costs no more than the longest build.
        const auto ignore = [](const Sample&) {};
        QVERIFY(eachSample(longer.folder, ignore, 3).ok());
        QVERIFY(!eachSample(longer.folder, ignore, 2).ok());
    }

    void useOfTheMachineDiffers()
    {
        ComparedAttempt one = made({}, {});
        ComparedAttempt other = made({}, {});
        one.use = { 2 * gibibyte, gibibyte, 7.9 };
        other.use = { 2 * gibibyte, 3 * gibibyte, 8.2 };
        const auto rows = compareAttempts({ one, other, made({}, {}) });
        for (const char* name : { "peak memory", "mean memory", "mean cores" })
            QVERIFY2(rowNamed(rows, "outcome", name), name);
        QVERIFY(rowNamed(rows, "outcome", "mean memory")->differs);
        QCOMPARE(rowNamed(rows, "outcome", "mean cores")->values, QStringList({ "7.9", "8.2", "" }));
        const auto two = differencesOf(compareAttempts({ one, other }));
        QVERIFY(rowNamed(two, "outcome", "mean memory"));
        QVERIFY(
            !rowNamed(two, "outcome", "peak memory") && !rowNamed(two, "outcome", "mean cores")); // chance
        const QString leftOut = chanceText(compareAttempts({ one, other }));
        QVERIFY2(
            leftOut.startsWith("Nearly the same, and so not shown: Mean busy cores."), qPrintable(leftOut));
        QVERIFY2(leftOut.contains(" Even between builds with the same settings"), qPrintable(leftOut));
        QVERIFY2(leftOut.endsWith("come by chance."), qPrintable(leftOut));
        QVERIFY2(!leftOut.contains("memory"), qPrintable(leftOut)); // one is the same, the other is shown
        QVERIFY(chanceText(compareAttempts({ one, one, made({}, {}) })).isEmpty());
    }
};

QTEST_GUILESS_MAIN(AttemptComparisonTest)
#include "AttemptComparisonTest.moc"
