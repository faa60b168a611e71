// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/RemainingTime.h"

#include <QTest>

#include <numeric>

using namespace torchmason;

namespace {

constexpr qsizetype count = 100;
constexpr qint64 fast = 100; // milliseconds, out of a cache
constexpr qint64 slow = 10'000; // as the last time

const QString tabledFolder("caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/");

// What is known before it begins. No step waits for another.
struct Before {
    qint64 took = slow; // each of them, the last time
    QString folder = {}; // in which the outputs are; the table has none that are in no folder
    bool isCached = true;

    QString output(qsizetype step) const { return folder + QString::number(step) + ".cpp.o"; }
    EdgeTimes history() const
    {
        EdgeTimes times;
        for (qsizetype step = 0; step < count; ++step)
            times.insert(output(step), took);
        return times;
    }
    StepsLeft steps() const
    {
        StepsLeft left;
        for (qsizetype step = 0; step < count; ++step) {
            left.graph.nodes.append({ output(step), "C++", {} });
            left.isThere << false;
        }
        return left;
    }
};

using Script = QVector<qint64>; // how long each step takes, one after the other

Script scriptOf(const QString& kind)
{
    Script script;
    for (qsizetype step = 0; step < count; ++step) {
        const bool isSlow = kind == "none is cached" || (kind == "the first half is cached" && step >= 50)
            || (kind == "each tenth is not cached" && step % 10 == 9)
            || (kind == "one is not cached" && step == 4);
        script << (isSlow ? slow : fast);
    }
    return script;
}

struct Told {
    std::optional<TimeRange> range;
    QString reason;
};

// When so many have ended.
Told toldAfter(const Script& script, qsizetype steps, const Before& before = {})
{
    RemainingTime remaining;
    remaining.setCached(before.isCached);
    remaining.setHistory(before.history(), QStringLiteral("attempt 3"));
    remaining.setJobs(1);
    remaining.setLook([&before] { return before.steps(); });
    qint64 now = 0;
    for (qsizetype step = 0; step < steps; ++step) {
        remaining.setProgress(step + 1, count, now + script[step], 1);
        remaining.addEdge({ before.output(step), "C++", now, now + script[step], false, {} });
        now += script[step];
    }
    return { remaining.range(now), remaining.reason() };
}

}

// Builds of which a compiler cache has a part.
class CachedStepsTest : public QObject {
    Q_OBJECT

private slots:
    void rangeHoldsTheTruth_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<qint64>("took");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<qsizetype>("from");
        for (const char* kind :
            { "all are cached", "none is cached", "the first half is cached", "each tenth is not cached" }) {
            QTest::newRow(kind) << QString(kind) << slow << QString() << qsizetype(2);
            QTest::addRow("%s, all were", kind) << QString(kind) << fast << tabledFolder << qsizetype(2);
        }
        // What the table does not know was cached where two of them take far longer now.
        QTest::newRow("none is cached, all were, no table")
            << QString("none is cached") << fast << QString() << qsizetype(2);
        QTest::newRow("each tenth is not cached, all were, no table")
            << QString("each tenth is not cached") << fast << QString() << qsizetype(20);
    }
    void rangeHoldsTheTruth()
    {
        QFETCH(QString, kind);
        QFETCH(qint64, took);
        QFETCH(QString, folder);
        QFETCH(qsizetype, from);
        const Script script = scriptOf(kind);
        for (const qsizetype steps : { 2, 10, 20, 25, 40, 50, 51, 55, 60, 75, 90 }) {
            if (steps < from)
                continue;
            const qint64 truth = std::accumulate(script.begin() + steps, script.end(), qint64(0));
            const auto range = toldAfter(script, steps, { took, folder }).range;
            const qint64 elapsed = std::accumulate(script.begin(), script.begin() + steps, qint64(0));
            const bool isEarly = steps < count / 20 || elapsed < 10'000;
            QCOMPARE(range.has_value(), took == slow || !isEarly); // hits are no history
            if (!range)
                continue;
            QVERIFY2(range->low.count() <= truth && truth <= range->high.count(),
                qPrintable(QStringLiteral("%1 steps: %2 to %3 instead of %4")
                               .arg(steps)
                               .arg(range->low.count())
                               .arg(range->high.count())
                               .arg(truth)));
        }
    }

    // Both kinds take turns, so the rest is like what was; where the first ones were cached, nobody knows.
    void mixtureIsKnownBetter()
    {
        const auto width = [](const char* kind) {
            const auto range = toldAfter(scriptOf(kind), 75).range;
            return range ? double(range->high.count()) / double(range->low.count()) : 0.0;
        };
        QVERIFY(width("none is cached") < 1.5);
        QVERIFY(width("each tenth is not cached") < 6);
        QVERIFY(width("all are cached") > 20);
    }

    void reasonTellsOfTheCache()
    {
        const QString words("a compiler cache may have many of them, or few");
        QVERIFY(toldAfter(scriptOf("all are cached"), 25).reason.endsWith(words));
        QVERIFY(!toldAfter(scriptOf("none is cached"), 25).reason.contains(words));
    }

    void reasonTellsOfTheBuildBefore()
    {
        const Told told = toldAfter(scriptOf("none is cached"), 25, { fast, tabledFolder });
        const QString words("; the last build came from a compiler cache: times from other machines");
        QVERIFY2(told.reason.endsWith(words), qPrintable(told.reason));
    }

    // What compiling takes is known from an older build. What the cache had is in this folder's log or, after
    // a clean, in the records alone.
    void whatTheCacheHadIsTheEarlierEnd_data()
    {
        QTest::addColumn<bool>("hasLog");
        QTest::newRow("of this folder") << true;
        QTest::newRow("of an attempt") << false;
    }
    void whatTheCacheHadIsTheEarlierEnd()
    {
        QFETCH(bool, hasLog);
        const Before cached { fast, tabledFolder };
        const Before compiled { slow, tabledFolder };
        RemainingTime remaining;
        QVector<TimedBuild> builds { { "attempt 2", cached.history() }, { "attempt 1", compiled.history() } };
        if (hasLog)
            remaining.setHistory(builds.takeFirst().times, QStringLiteral("attempt 2"));
        remaining.setEarlier([&builds] { return builds; });
        remaining.setJobs(1);
        remaining.setLook([&] { return cached.steps(); });
        remaining.setProgress(1, count, fast, 1);
        const auto range = remaining.range(fast);
        QVERIFY(range);
        QVERIFY(range->low.count() < count * fast && range->high.count() > count * slow);
        const QString reason = remaining.reason();
        QVERIFY2(reason.contains("times from attempt 1; a compiler cache may"), qPrintable(reason));
    }

    // After a clean, where all that was built before came out of the cache.
    void whatTheCacheHadIsNoFirstBuild()
    {
        const Before cached { fast, tabledFolder };
        RemainingTime remaining;
        remaining.setEarlier([&cached] { return QVector<TimedBuild> { { "attempt 2", cached.history() } }; });
        remaining.setJobs(1);
        remaining.setLook([&cached] { return cached.steps(); });
        remaining.setProgress(1, count, fast, 1);
        remaining.range(fast);
        const QString reason = remaining.reason();
        QVERIFY2(reason.contains("the last build came from a compiler cache"), qPrintable(reason));
    }

    // A machine may be that much faster than the one before, and one step for once longer.
    void whatIsNotCached_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<qint64>("took");
        QTest::addColumn<bool>("isCached");
        QTest::newRow("without a cache") << QString("all are cached") << slow << false;
        QTest::newRow("one long step") << QString("one is not cached") << fast << true;
    }
    void whatIsNotCached()
    {
        QFETCH(QString, kind);
        QFETCH(qint64, took);
        QFETCH(bool, isCached);
        const Told told = toldAfter(scriptOf(kind), 75, { took, {}, isCached });
        QVERIFY2(!told.reason.contains("compiler cache"), qPrintable(told.reason));
        QVERIFY(told.range);
        QVERIFY(told.range->high.count() < 5 * told.range->low.count());
    }

    // A few that are nearly empty in this configuration say nothing about a cache.
    void aSmallBuildIsNotDoubted_data()
    {
        QTest::addColumn<qsizetype>("steps");
        QTest::addColumn<bool>("isCached");
        QTest::newRow("four steps") << qsizetype(4) << false;
        QTest::newRow("nineteen steps") << qsizetype(19) << false;
        QTest::newRow("twenty steps") << qsizetype(20) << true;
    }
    void aSmallBuildIsNotDoubted()
    {
        QFETCH(qsizetype, steps);
        EdgeTimes times;
        for (qsizetype step = 0; step < steps; ++step)
            times.insert(Before { fast, tabledFolder }.output(step), fast);
        StepTimes measures;
        measures.addHistory(times);
        QTEST(measures.hasCachedHistory(), "isCached");
        QCOMPARE(measures.history().isEmpty(), measures.hasCachedHistory());
    }

    void tableStaysTheMeasure()
    {
        const QString one("caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/CachedTensorUtils.cpp.o");
        const QString other("caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/DLConvertor.cpp.o");
        StepTimes times;
        QVERIFY(times.basis(one, "C++") == StepTimes::Basis::Tabled);
        const double before = times.expected(other, "C++");
        times.learn(one, "C++", 30);
        QCOMPARE(times.expected(other, "C++"), before);
        times.learn(one, "C++", qint64(2 * times.expected(one, "C++")));
        QVERIFY(times.expected(other, "C++") > 1.5 * before);
    }
};

QTEST_GUILESS_MAIN(CachedStepsTest)
#include "CachedStepsTest.moc"
