// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/estimate/PastAttempts.h"

#include <QTest>

using namespace torchmason;

namespace {

// What brokenAttempt() left to do.
Past restOf(int attempt)
{
    return { .compileMinutes = 15, .steps = 1000, .continues = attempt };
}

}

// What builds say that failed or were stopped, alone and with the attempts that continued them.
class UnfinishedBuildsTest : public QObject, PastAttempts {
    Q_OBJECT

private:
    int brokenAttempt(); // after 4,000 of 5,000 steps and 45 minutes
    // Of the builds that the attempts so far tell of.
    QVector<Milliseconds> compileTimes() const;

private slots:
    void init() { makeFolder(); }

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
        // Other options: by the share that the table knows.
        const Estimate other = estimate({ .flags = { flag("BUILD_PYTHON", "OFF") } }).time;
        QVERIFY(other.isOwnHistory);
        QVERIFY2(
            other.reason.contains(QStringLiteral("80 % of its steps when it ended, with other options (")),
            qPrintable(other.reason));
        QCOMPARE(other.confidence, QStringLiteral("low"));
        QVERIFY(minutesOf(other.low) < 50 && minutesOf(other.high) > 50);
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

    void whatWentOnIsAddedUp()
    {
        Past rest = restOf(brokenAttempt());
        rest.peakMemory = 6 * gibibyte;
        const int last = attempt(rest);
        const auto builds = earlierBuilds(AttemptStore(attempts()), requestOf({}));
        QCOMPARE(builds.size(), 1);
        QCOMPARE(builds.first().number, last);
        QCOMPARE(builds.first().compile, Milliseconds(60 * minute));
        QCOMPARE(builds.first().steps, qint64(5000));
        QCOMPARE(*builds.first().folderSize, 10 * gibibyte); // with what the first one built
        const QString reason = estimate({}).time.reason;
        const QString told = QStringLiteral("Attempt %1 with those it continued took ").arg(last);
        QVERIFY2(reason.contains(told), qPrintable(reason));
        // The most was that of the first one.
        const QString memory = estimate({}).memory.reason;
        QCOMPARE(memory, told + formatBytes(12 * gibibyte) + " with 8 jobs.");
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
};

int UnfinishedBuildsTest::brokenAttempt()
{
    return attempt({ .compileMinutes = 45, .steps = 4000, .state = AttemptState::Failed, .failedSteps = 3 });
}

QVector<Milliseconds> UnfinishedBuildsTest::compileTimes() const
{
    QVector<Milliseconds> times;
    for (const auto& build : earlierBuilds(AttemptStore(attempts()), requestOf({})))
        times << build.compile;
    return times;
}

QTEST_GUILESS_MAIN(UnfinishedBuildsTest)
#include "UnfinishedBuildsTest.moc"
