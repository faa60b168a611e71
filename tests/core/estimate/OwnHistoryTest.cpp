// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/DiskNeeds.h"
#include "tests/core/estimate/PastAttempts.h"
#include "tests/support/CacheFile.h"
#include "tests/support/SetVariable.h"

#include <QTest>

using namespace torchmason;

namespace {

Past withCache(Past past, qint64 hits, qint64 misses)
{
    past.flags.append(flag("CMAKE_CXX_COMPILER_LAUNCHER", "/usr/bin/ccache"));
    past.cache = CacheUse { .tool = QStringLiteral("ccache"), .hits = hits, .misses = misses };
    return past;
}

}

// What attempts of this machine say about the next one.
class OwnHistoryTest : public QObject, PastAttempts {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }

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
        QVERIFY2(found.time.reason.contains(
                     QStringLiteral("8 jobs, without fetching, with other options (BUILD_PYTHON)")),
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
        QVERIFY2(time.reason.contains(QStringLiteral("That attempt used a compiler cache")),
            qPrintable(time.reason));
    }

    // Its first words say so.
    void whatTheFolderHoldsMayBeSpared()
    {
        attempt({});
        BuildRequest request = requestOf({});
        request.buildFolder = path(QStringLiteral("build"));
        const auto time = [&] { return estimateHere(factsOf(16), Profile(), request, attempts()).time; };
        const Estimate whole = time();
        QVERIFY(!whole.reason.contains(QStringLiteral("For a whole build"))
            && !whole.reason.contains(QStringLiteral("This folder")));
        writeCache(request.buildFolder, request.sourceFolder, "Ninja",
            "CMAKE_BUILD_TYPE:STRING=Release\nUSE_CUDA:BOOL=OFF\n");
        write(request.buildFolder + QStringLiteral("/.ninja_log"), "# ninja log v5\n");
        QByteArray statements = "rule cxx\n  command = c++\n";
        for (const QByteArray name : { "a.o", "b.o", "c.o", "d.o" }) {
            statements += "build " + name + ": cxx x.cpp\n";
            if (name == "a.o" || name == "b.o")
                write(request.buildFolder + QLatin1Char('/') + QString::fromLatin1(name));
        }
        write(request.buildFolder + QStringLiteral("/build.ninja"),
            statements + "build all: phony a.o b.o c.o d.o\ndefault all\n");
        const QString again = QStringLiteral("; the longest time is for making all of them again. ");
        const QString half = time().reason;
        QVERIFY2(half.startsWith("This folder already holds 2 of 4 steps" + again), qPrintable(half));
        write(request.buildFolder + QStringLiteral("/c.o"));
        const Estimate rest = time();
        const QString alone = timeSpanText(*whole.low / 8, *whole.high / 4 * 2);
        QVERIFY2(
            rest.reason.startsWith("This folder already holds 3 of 4 steps; where nothing has changed, the "
                                   "others take "
                + alone + again),
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
        request.buildFolder = request.sourceFolder + QStringLiteral("/build");
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

QTEST_GUILESS_MAIN(OwnHistoryTest)
#include "OwnHistoryTest.moc"
