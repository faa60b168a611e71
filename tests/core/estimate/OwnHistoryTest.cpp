// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/BuildEstimates.h"
#include "core/estimate/EarlierBuild.h"
#include "core/preflight/DiskNeeds.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "tests/support/CacheFile.h"
#include "tests/support/SetVariable.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

constexpr qint64 minute = 60'000;

// What one attempt left.
struct Past {
    int jobs = 8;
    qint64 compileMinutes = 60;
    qint64 steps = 5000;
    AttemptState state = AttemptState::Succeeded;
    QString release = QStringLiteral("2.6.0");
    QVector<FlagValue> flags = {};
    std::optional<CacheUse> cache = {};
    std::optional<int> continues = {};
    int logicalCores = 16;
    std::optional<Bytes> peakMemory = 12 * gibibyte;
    std::optional<Bytes> folderSize = 10 * gibibyte;
    bool clean = false;
    bool configures = true;
    bool compiles = true;
    bool reachesCompile = true;
    bool fetches = true;
    std::optional<Milliseconds> took = {};
    qint64 failedSteps = 0; // counted by ninja with the others
    std::optional<qint64> total = {};
    SourceKind source = SourceKind::Git;
    QByteArray fetchLog = {};
};

FlagValue flag(const char* name, const char* value)
{
    return { QLatin1String(name), QLatin1String(value), {}, ValueOrigin::User };
}

HostFacts factsOf(int logicalCores)
{
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.cpuModel = QStringLiteral("AMD Ryzen");
    facts.physicalCores = logicalCores / 2;
    facts.logicalCores = logicalCores;
    facts.memoryTotal = 64 * gibibyte;
    return facts;
}

BuildRequest requestOf(const Past& past)
{
    BuildRequest request;
    request.source = { past.source, QStringLiteral("https://example.org/pytorch"),
        QLatin1Char('v') + past.release, {}, past.release };
    request.sourceFolder = QStringLiteral("/src/pytorch");
    request.buildFolder = QStringLiteral("/nowhere/build");
    request.configuration.flags = { flag("CMAKE_BUILD_TYPE", "Release"), flag("USE_CUDA", "OFF") };
    for (const FlagValue& each : past.flags)
        request.configuration.setFlag(each);
    request.jobs = past.jobs;
    request.continuesAttempt = past.continues;
    request.clean = past.clean;
    request.hostFacts = toJson(factsOf(past.logicalCores));
    return request;
}

StageResult stageOf(const char* id, StageState state, qint64 minutes)
{
    StageResult stage;
    stage.id = QLatin1String(id);
    stage.state = state;
    stage.duration = Milliseconds(minutes * minute);
    return stage;
}

Sample sampleOf(const char* stage, Bytes diskFree)
{
    Sample sample;
    sample.stage = QLatin1String(stage);
    sample.diskFree = diskFree;
    return sample;
}

// What brokenAttempt() left to do.
Past restOf(int attempt)
{
    return { .compileMinutes = 15, .steps = 1000, .continues = attempt };
}

Past withCache(Past past, qint64 hits, qint64 misses)
{
    past.flags.append(flag("CMAKE_CXX_COMPILER_LAUNCHER", "/usr/bin/ccache"));
    past.cache = CacheUse { .tool = QStringLiteral("ccache"), .hits = hits, .misses = misses };
    return past;
}

double minutesOf(const std::optional<qint64>& milliseconds)
{
    return double(milliseconds.value_or(-minute)) / double(minute);
}

}

// What attempts of this machine say about the next one.
class OwnHistoryTest : public QObject {
    Q_OBJECT

private:
    int attempt(const Past& past);
    int brokenAttempt(); // after 4,000 of 5,000 steps and 45 minutes
    BuildEstimate estimate(const Past& wanted) const;
    // Of the builds that the attempts so far tell of.
    QVector<Milliseconds> compileTimes() const;
    QString attempts() const { return m_root->filePath(QStringLiteral("attempts")); }

    std::unique_ptr<QTemporaryDir> m_root;

private slots:
    void init()
    {
        m_root = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", m_root->filePath(QStringLiteral("home")).toUtf8());
    }

    void withoutHistoryTheTableSpeaks()
    {
        const BuildEstimate found = estimate({});
        QVERIFY(found.time.isKnown());
        for (const Estimate& each : { found.time, found.disk, found.memory, found.size })
            QVERIFY(!each.isOwnHistory);
    }

    void historyBeatsTheTable()
    {
        const int number = attempt({});
        const Estimate time = estimate({}).time;
        QVERIFY(time.isOwnHistory);
        QVERIFY2(time.reason.contains(QStringLiteral("Attempt %1 took 1 h 2 min with 8 jobs").arg(number)),
            qPrintable(time.reason));
        QVERIFY(minutesOf(time.low) > 55 && minutesOf(time.high) < 72);
        QVERIFY(minutesOf(time.low) < 62 && minutesOf(time.high) > 62);
        QCOMPARE(time.confidence, QStringLiteral("high"));
        // Two builds span what both took.
        attempt({ .compileMinutes = 100 });
        const Estimate both = estimate({}).time;
        QVERIFY(minutesOf(both.low) < 62 && minutesOf(both.high) > 102);
    }

    void whatSaysNothing_data()
    {
        QTest::addColumn<Past>("past");
        QTest::newRow("one that failed") << Past { .state = AttemptState::Failed };
        QTest::newRow("less than half of one")
            << Past { .steps = 2000, .state = AttemptState::Failed, .total = 5000 };
        QTest::newRow("another machine's") << Past { .logicalCores = 64 };
        QTest::newRow("one that had nothing to do") << Past { .steps = 0 };
    }
    void whatSaysNothing()
    {
        QFETCH(Past, past);
        attempt(past);
        QVERIFY(!estimate({}).time.isOwnHistory);
    }

    // At least as long as it ran; the rest may go on like that, slower or faster.
    void mostOfABuildThatFailedCounts()
    {
        const int number = attempt({ .compileMinutes = 40,
            .steps = 4000,
            .state = AttemptState::Failed,
            .peakMemory = 50 * gibibyte,
            .failedSteps = 3,
            .total = 5000 });
        const BuildEstimate found = estimate({});
        QVERIFY(found.time.isOwnHistory);
        QVERIFY2(found.time.reason.startsWith(
                     QStringLiteral("Attempt %1 took 42 min with 8 jobs, without fetching, and was at 80 %")
                         .arg(number)),
            qPrintable(found.time.reason));
        QCOMPARE(found.time.confidence, QStringLiteral("low"));
        QVERIFY(minutesOf(found.time.low) > 41.9 && minutesOf(found.time.low) < 42.1);
        QVERIFY(minutesOf(found.time.high) > 60 && minutesOf(found.time.high) < 100);
        QCOMPARE(found.memory.low, std::optional(qint64(50 * gibibyte)));
        QVERIFY(found.memory.high >= found.memory.low);
        QVERIFY(!found.disk.isOwnHistory);
        QVERIFY(!estimate({ .flags = { flag("BUILD_PYTHON", "OFF") } }).time.isOwnHistory);
        QCOMPARE(compileTimes(), QVector<Milliseconds> {}); // no build for all others
        const int whole = attempt({});
        const QString reason = estimate({}).time.reason;
        QVERIFY2(
            reason.startsWith(QStringLiteral("Attempt %1 took 1 h 2 min").arg(whole)), qPrintable(reason));
    }

    void whatWentOnAndFailedIsAddedUp()
    {
        const int first
            = attempt({ .compileMinutes = 20, .steps = 2000, .state = AttemptState::Failed, .total = 5000 });
        const int second = attempt({ .compileMinutes = 20,
            .steps = 2000,
            .state = AttemptState::Failed,
            .continues = first,
            .total = 3000 });
        const QString reason = estimate({}).time.reason;
        QVERIFY2(reason.startsWith(QStringLiteral("Attempt %1 with those it continued took ").arg(second)),
            qPrintable(reason));
        QVERIFY2(reason.contains(QStringLiteral("was at 80 % of its steps")), qPrintable(reason));
    }

    void jobsScale()
    {
        attempt({});
        double before = 1e9;
        for (const int jobs : { 1, 2, 4, 8, 12, 16, 24 }) {
            const Estimate time = estimate({ .jobs = jobs }).time;
            QVERIFY(time.isOwnHistory);
            const double middle = (minutesOf(time.low) + minutesOf(time.high)) / 2;
            QVERIFY2(middle <= before * 1.05, qPrintable(QString::number(jobs)));
            before = middle;
            QCOMPARE(time.reason.contains(QStringLiteral("this one has")), jobs != 8);
        }
        const Estimate half = estimate({ .jobs = 4 }).time; // full cores both times
        QVERIFY(minutesOf(half.low) < 122 && minutesOf(half.high) > 122);
    }

    void otherOptionsScale()
    {
        const int number = attempt({});
        Past tests { .flags = { flag("BUILD_PYTHON", "OFF") } };
        const BuildEstimate found = estimate(tests);
        QVERIFY(found.time.isOwnHistory);
        QVERIFY2(found.time.reason.contains(QStringLiteral("other options (BUILD_PYTHON)")),
            qPrintable(found.time.reason));
        QVERIFY(found.time.source.contains(QStringLiteral("attempt %1").arg(number)));
        QVERIFY(minutesOf(found.time.low) < 62);
        QVERIFY(!found.disk.isOwnHistory && !found.size.isOwnHistory);
        for (const char* name :
            { "USE_MKLDNN", "USE_FBGEMM", "USE_XNNPACK", "USE_KINETO" }) // on by default on both systems
            tests.flags << flag(name, "OFF");
        const QString many = estimate(tests).time.reason;
        for (const FlagValue& other : tests.flags) // all of them can be read
            QVERIFY2(many.contains(other.name), qPrintable(many));
        // An option at its default is none.
        const QString said = estimate({ .flags = { flag("BUILD_PYTHON", "ON") } }).time.reason;
        QVERIFY(said.startsWith(QStringLiteral("Attempt %1 took").arg(number)));
        QVERIFY(!said.contains(QStringLiteral("other options")));
    }

    // Whichever of the two builds has it, and for workKey(), too.
    void anEmptyValueIsNotAMissingOne()
    {
        const BuildRequest with = requestOf({ .flags = { flag("BUILD_PARTS", "") } });
        const BuildRequest without = requestOf({});
        QCOMPARE(differingOptions(with, without), QStringList { "BUILD_PARTS" });
        QCOMPARE(differingOptions(without, with), QStringList { "BUILD_PARTS" });
        QVERIFY(workKey(with) != workKey(without));
        QCOMPARE(workKey(with), workKey(requestOf({ .jobs = 2, .flags = { flag("BUILD_PARTS", "") } })));
    }

    // PyTorch 2.14 takes the variable; the attempt of the past had not inherited what we do today.
    void todaysEnvironmentIsOfThisBuildAlone()
    {
        attempt({ .release = QStringLiteral("2.14.0") });
        Past wanted { .release = QStringLiteral("2.14.0"), .flags = { flag("BUILD_PYTHON", "OFF") } };
        const Estimate whole = estimate(wanted).time;
        const Estimate inherited = [&] {
            const SetVariable variable(QStringLiteral("BUILD_TEST"), QStringLiteral("0"));
            return estimate(wanted).time;
        }();
        wanted.flags << flag("BUILD_TEST", "OFF");
        const Estimate asFlag = estimate(wanted).time;
        QVERIFY(inherited.isOwnHistory && asFlag.isOwnHistory);
        QVERIFY(asFlag.high < whole.high);
        QCOMPARE(inherited.high, asFlag.high);
    }

    // The window says of it what it took, with the moments between its stages.
    void aBuildTookWhatItsAttemptSays()
    {
        for (const bool fetches : { true, false }) {
            const Milliseconds took((fetches ? 363 : 63) * minute);
            const int number = attempt({ .fetches = fetches, .took = took });
            const QString reason = estimate({}).time.reason;
            const QString told = QStringLiteral("Attempt %1 took 1 h 3 min with 8 jobs").arg(number);
            QVERIFY2(reason.contains(told), qPrintable(reason));
            QCOMPARE(reason.contains(told + ", without fetching"), fetches);
        }
    }

    void onlyWhatWasDownloadedWasFetched_data()
    {
        QTest::addColumn<SourceKind>("source");
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<bool>("isFetched");
        QTest::newRow("git, log is gone") << SourceKind::Git << QByteArray() << true;
        QTest::newRow("git, all") << SourceKind::Git << QByteArray("Receiving objects: 100% (5/5), done.\n")
                                  << true;
        QTest::newRow("git, a little")
            << SourceKind::Git << QByteArray("Unpacking objects: 100% (3/3), 280 bytes, done.\n") << true;
        QTest::newRow("git, across two pieces")
            << SourceKind::Git << QByteArray(64 * 1024 - 9, ' ') + "Receiving objects: 100% (5/5)\n"
            << true;
        QTest::newRow("git, it was there")
            << SourceKind::Git << QByteArray("Fetched v2.6.0.\nHEAD is now at 1eba9b3\n") << false;
        QTest::newRow("package") << SourceKind::DebianSource << QByteArray("Reading lists\n") << true;
        QTest::newRow("a tree that is there") << SourceKind::ExistingTree << QByteArray() << false;
        QTest::newRow("the program's own") << SourceKind::Sample << QByteArray() << false;
    }
    void onlyWhatWasDownloadedWasFetched()
    {
        QFETCH(bool, isFetched);
        QFETCH(SourceKind, source);
        QFETCH(QByteArray, log);
        const Past past { .took = Milliseconds(363 * minute), .source = source, .fetchLog = log };
        attempt(past);
        const auto builds = earlierBuilds(AttemptStore(attempts()), requestOf(past));
        QCOMPARE(builds.size(), 1);
        QCOMPARE(builds.first().hasFetched, isFetched);
        QCOMPARE(builds.first().time(), Milliseconds((isFetched ? 63 : 363) * minute));
    }

    // The moments between the stages of a small build are a large part of it.
    void theEstimateHoldsAllThatTheSameBuildTook()
    {
        Past tour { .compileMinutes = 1, .steps = 40, .source = SourceKind::Sample };
        for (const qint64 minutes : { 400, 340, 330, 325, 322, 321 }) {
            tour.took = Milliseconds(minutes * minute); // with 303 of its stages
            attempt(tour);
        }
        const Estimate time = estimate(tour).time;
        QVERIFY(minutesOf(time.low) <= 321 && minutesOf(time.high) >= 400);
        QVERIFY2(
            time.reason.contains(QStringLiteral("attempts 6, 5, 4, 3 and 2 more")), qPrintable(time.reason));
    }

    void whatWentOnIsAddedUp()
    {
        const int last = attempt(restOf(brokenAttempt()));
        const auto builds = earlierBuilds(AttemptStore(attempts()), requestOf({}));
        QCOMPARE(builds.size(), 1);
        QCOMPARE(builds.first().number, last);
        QCOMPARE(builds.first().compile, Milliseconds(60 * minute));
        QCOMPARE(builds.first().steps, qint64(5000));
        QCOMPARE(*builds.first().folderSize, 10 * gibibyte); // with what the first one built
        const QString reason = estimate({}).time.reason;
        const QString told = QStringLiteral("Attempt %1 with those it continued took ").arg(last);
        QVERIFY2(reason.contains(told), qPrintable(reason));
        // Without the whole one beside it, a small rest would look like a quick build.
        attempt({ .compileMinutes = 1, .steps = 12 });
        QCOMPARE(earlierBuilds(AttemptStore(attempts()), requestOf({})).size(), 1);
    }

    // A fix that switches a part off finds most objects in the folder: its attempt is no whole build.
    void aRestWithOtherOptionsIsNoBuild()
    {
        Past rest = restOf(brokenAttempt());
        rest.flags = { flag("BUILD_PYTHON", "OFF") };
        attempt(rest);
        QCOMPARE(compileTimes(), QVector<Milliseconds> {});
        // All was compiled anew, though nobody emptied the folder.
        attempt({ .compileMinutes = 55, .steps = 4900, .flags = rest.flags });
        QCOMPARE(compileTimes(), QList { Milliseconds(55 * minute) });
    }

    void whatWasCleanedIsNotAddedUp()
    {
        const int lost = attempt({ .compileMinutes = 120, .state = AttemptState::Failed });
        const int again = attempt({ .compileMinutes = 58,
            .steps = 4900,
            .state = AttemptState::Failed,
            .continues = lost,
            .clean = true });
        attempt({ .compileMinutes = 2, .steps = 100, .continues = again });
        QCOMPARE(compileTimes(), QList { Milliseconds(60 * minute) });
    }

    void anAttemptThatNeverCompiledIsPassedOver()
    {
        const int refused = attempt({ .steps = 0,
            .state = AttemptState::Failed,
            .continues = brokenAttempt(),
            .reachesCompile = false });
        attempt(restOf(refused));
        QCOMPARE(compileTimes(), QList { Milliseconds(60 * minute) });
    }

    void whereNothingIsCompiledNothingIsExpected()
    {
        attempt({});
        BuildRequest request = requestOf({});
        request.untilStage = QStringLiteral("configure");
        const Estimate time = estimateHere(factsOf(16), Profile(), request, attempts()).time;
        QVERIFY(!time.isKnown() && !time.isOwnHistory);
        QVERIFY2(time.reason.contains(QStringLiteral("Nothing is compiled")), qPrintable(time.reason));
    }

    void configuringMayHaveBeenAnotherAttempt()
    {
        attempt({ .compiles = false });
        attempt({ .configures = false });
        const auto builds = earlierBuilds(AttemptStore(attempts()), requestOf({}));
        QCOMPARE(builds.size(), 1);
        QCOMPARE(builds.first().time(), Milliseconds(62 * minute));
    }

    void aFullCacheMakesItShort()
    {
        const Past warm = withCache({ .compileMinutes = 9 }, 4800, 200);
        attempt(warm);
        const Estimate time = estimate(warm).time;
        QVERIFY2(time.reason.contains(QStringLiteral("96 % of it came from the compiler cache")),
            qPrintable(time.reason));
        QVERIFY(minutesOf(time.low) < 11 && minutesOf(time.high) > 10 && minutesOf(time.high) < 20);
    }

    void aCacheThatWasFilledMayMakeItShort()
    {
        const Past cold = withCache({}, 100, 4900);
        attempt(cold);
        const Estimate time = estimate(cold).time;
        QVERIFY2(time.reason.contains(QStringLiteral("filled the compiler cache")), qPrintable(time.reason));
        QVERIFY(minutesOf(time.low) < 15 && minutesOf(time.high) > 60);
    }

    void withoutTheCacheItTakesLonger()
    {
        attempt(withCache({ .compileMinutes = 9 }, 4800, 200));
        const Estimate time = estimate({}).time;
        QVERIFY(minutesOf(time.low) > 30);
        QVERIFY2(time.reason.contains(QStringLiteral("Without the compiler cache")), qPrintable(time.reason));
    }

    // Its first words say so.
    void whatTheFolderHoldsMayBeSpared()
    {
        attempt({});
        BuildRequest request = requestOf({});
        request.buildFolder = m_root->filePath(QStringLiteral("build"));
        const auto time = [&] { return estimateHere(factsOf(16), Profile(), request, attempts()).time; };
        const Estimate whole = time();
        QVERIFY(!whole.reason.contains(QStringLiteral("For a whole build")));
        writeCache(request.buildFolder, request.sourceFolder, "Ninja",
            "CMAKE_BUILD_TYPE:STRING=Release\nUSE_CUDA:BOOL=OFF\n");
        write(request.buildFolder + QStringLiteral("/.ninja_log"), "# ninja log v5\n");
        QByteArray statements = "rule cxx\n  command = c++\n";
        for (const QByteArray name : { "a.o", "b.o", "c.o", "d.o" }) {
            statements += "build " + name + ": cxx x.cpp\n";
            if (name != "d.o")
                write(request.buildFolder + QLatin1Char('/') + QString::fromLatin1(name));
        }
        write(request.buildFolder + QStringLiteral("/build.ninja"),
            statements + "build all: phony a.o b.o c.o d.o\ndefault all\n");
        const Estimate rest = time();
        QVERIFY2(rest.reason.startsWith(
                     QStringLiteral("For a whole build; this folder already holds 3 of 4 steps, so less. ")),
            qPrintable(rest.reason));
        QCOMPARE(*rest.low, *whole.low / 8);
        QCOMPARE(rest.high, whole.high);
        request.clean = true;
        QCOMPARE(time(), whole);
        request.clean = false;
        request.configuration.setFlag(flag("CMAKE_CXX_FLAGS", "-g")); // how much it spares is not known
        QVERIFY2(
            time().reason.startsWith(QStringLiteral("For a whole build; what is compiled in this folder")),
            qPrintable(time().reason));
        QCOMPARE(time().low, whole.low);
    }

    void diskAndWheelAreMeasured()
    {
        attempt({});
        BuildRequest request = requestOf({});
        request.backend = QStringLiteral("setup.py");
        const BuildEstimate found = estimateHere(factsOf(16), Profile(), request, attempts());
        QVERIFY(found.size.isOwnHistory && found.makesWheel);
        QVERIFY(*found.size.low < qint64(300 * mebibyte) && *found.size.high > qint64(300 * mebibyte));
        QVERIFY(*found.size.high < qint64(400 * mebibyte));
        QVERIFY(found.memory.isOwnHistory && *found.memory.low < qint64(12 * gibibyte));
        QVERIFY(*found.memory.high > qint64(12 * gibibyte) && *found.memory.high < qint64(16 * gibibyte));
        // The build folder's 10 GB; the clone is not in it, and is added because the tree is not there.
        QVERIFY2(found.disk.reason.contains(QStringLiteral("10")), qPrintable(found.disk.reason));
        QVERIFY(*found.disk.low > qint64(10 * gibibyte) && *found.disk.high < qint64(18 * gibibyte));
    }

    // Also by the checks, which read no attempts themselves.
    void theDisksOfTheMachineAreJudgedByIt()
    {
        HostFacts facts = factsOf(16);
        for (const char* role : { "build", "source", "temp" })
            facts.disks.append({ QLatin1String(role), QStringLiteral("/d"), 500 * gibibyte, 900 * gibibyte });
        const auto isTheSame = [&](const Past& wanted) {
            const Span range = *diskNeeds(facts, Profile(), requestOf(wanted)).first().range;
            const Estimate disk = estimateHere(facts, Profile(), requestOf(wanted), attempts()).disk;
            return spanText(qint64(range.low), qint64(range.high)) == spanText(*disk.low, *disk.high);
        };
        QVERIFY(isTheSame({}));
        attempt({ .folderSize = 40 * gibibyte });
        QVERIFY(!isTheSame({}));
        facts.builtFolders = builtFolders(earlierBuilds(AttemptStore(attempts())));
        QCOMPARE(facts.builtFolders.size(), 1);
        QVERIFY(isTheSame({}));
        QVERIFY(!diskNeeds(facts, Profile(), requestOf({})).first().sure); // the folder has it already
        BuildRequest elsewhere = requestOf({});
        elsewhere.buildFolder = QStringLiteral("/nowhere/other");
        const DiskNeed need = diskNeeds(facts, Profile(), elsewhere).first();
        QVERIFY(need.sure && *need.sure >= 36 * gibibyte);
        QVERIFY(isTheSame({ .flags = { flag("BUILD_PYTHON", "OFF") } })); // of other options it says nothing
        QVERIFY(isTheSame({ .release = QStringLiteral("2.7.0") }));
    }

    // Attempts of earlier versions; the volume says nothing about one folder on it.
    void aFolderThatWasNotMeasuredSaysNothing()
    {
        attempt({ .folderSize = std::nullopt });
        QVERIFY(estimate({}).time.isOwnHistory);
        QVERIFY(!estimate({}).disk.isOwnHistory);
    }

    void anotherMachineHasNoHistory()
    {
        attempt({});
        QVERIFY(!estimateElsewhere(factsOf(16), Profile(), requestOf({})).time.isOwnHistory);
    }
};

int OwnHistoryTest::attempt(const Past& past)
{
    const BuildRequest request = requestOf(past);
    const auto reserved = AttemptStore(attempts()).reserve(request);
    if (!reserved)
        qFatal("%s", qPrintable(reserved.error().message));
    const auto writer = AttemptWriter::open(reserved->folder);
    AttemptRecord record;
    record.number = reserved->number;
    record.request = request;
    record.state = past.state;
    record.edgesDone = past.steps + past.failedSteps;
    record.edgesFailed = past.failedSteps;
    record.edgesTotal = past.total;
    record.peakMemory = past.peakMemory;
    const bool ended = past.state == AttemptState::Succeeded;
    record.stages
        = { stageOf("fetch", StageState::Succeeded, 300), stageOf("configure", StageState::Succeeded, 2),
              stageOf("compile", ended ? StageState::Succeeded : StageState::Failed, past.compileMinutes) };
    record.stages.last().cache = past.cache;
    if (!past.reachesCompile) {
        record.stages.last().state = StageState::Waiting;
        record.stages.last().duration.reset();
    }
    if (!past.configures)
        record.stages.removeAt(1);
    if (!past.fetches)
        record.stages.removeFirst();
    record.duration = past.took;
    if (!past.compiles)
        record.stages.removeLast();
    record.buildFolderSize = past.folderSize;
    if (ended)
        record.wheels = { { QStringLiteral("/dist/torch.whl"), 300 * mebibyte, {} } };
    (void)(*writer)->writeRecord(record);
    if (!past.fetchLog.isEmpty())
        write(AttemptFiles::log(reserved->folder, QStringLiteral("fetch")), past.fetchLog);
    // Others wrote 40 GB meanwhile.
    (void)(*writer)->append(sampleOf("configure", 90 * gibibyte));
    (void)(*writer)->append(sampleOf("compile", 40 * gibibyte));
    return reserved->number;
}

int OwnHistoryTest::brokenAttempt()
{
    return attempt({ .compileMinutes = 45, .steps = 4000, .state = AttemptState::Failed, .failedSteps = 3 });
}

BuildEstimate OwnHistoryTest::estimate(const Past& wanted) const
{
    return estimateHere(factsOf(wanted.logicalCores), Profile(), requestOf(wanted), attempts());
}

QVector<Milliseconds> OwnHistoryTest::compileTimes() const
{
    QVector<Milliseconds> times;
    for (const auto& build : earlierBuilds(AttemptStore(attempts()), requestOf({})))
        times << build.compile;
    return times;
}

QTEST_GUILESS_MAIN(OwnHistoryTest)
#include "OwnHistoryTest.moc"
