// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/RemainingTime.h"

#include <QTest>

using namespace torchmason;

namespace {

// `chain`: each waits for the one before it; else all at once.
StepsLeft stepsOf(const QStringList& outputs, const QString& language, bool chain)
{
    StepsLeft left;
    for (const QString& output : outputs) {
        const int count = int(left.graph.nodes.size());
        left.graph.nodes.append(
            { output, language, chain && count > 0 ? QVector<int> { count - 1 } : QVector<int> {} });
        left.isThere << false;
    }
    return left;
}

QStringList numbered(int count, const QString& end)
{
    QStringList outputs;
    for (int index = 0; index < count; ++index)
        outputs << QString::number(index) + end;
    return outputs;
}

double middle(const std::optional<TimeRange>& range)
{
    return range ? double((range->low + range->high).count()) / 2 : -1;
}

EdgeTimes timesOf(const QStringList& outputs, qint64 duration)
{
    EdgeTimes times;
    for (const QString& output : outputs)
        times.insert(output, duration);
    return times;
}

}

// Where the build file says which steps are left.
class RemainingStepsTest : public QObject {
    Q_OBJECT

private slots:
    // A step that nobody sees running takes longer than the last time.
    void whatHasRunOutIsReckonedAgain()
    {
        RemainingTime remaining;
        remaining.setHistory({ { "0.cpp.o", 1000 }, { "1.cpp.o", 1000 } });
        remaining.setJobs(1);
        remaining.setLook([] { return stepsOf(numbered(2, ".cpp.o"), "C++", false); });
        remaining.setProgress(1, 2, 1000, 1);
        remaining.addEdge({ "0.cpp.o", "C++", 0, 1000, false, {} });
        for (const qint64 now : { 1000, 1500, 2500, 3100, 60000 }) {
            const auto range = remaining.range(now);
            QVERIFY(range);
            QVERIFY2(range->high.count() > 0 && range->high.count() < 2000, QByteArray::number(now));
        }
    }

    // The gate's limit was changed.
    void changedJobsCountAtOnce()
    {
        const QStringList outputs = numbered(21, ".cpp.o");
        RemainingTime remaining;
        remaining.setHistory(timesOf(outputs, 1000));
        remaining.setJobs(2);
        remaining.setLook([&] { return stepsOf(outputs, "C++", false); });
        remaining.setProgress(1, 21, 1000, 4);
        remaining.addEdge({ outputs[0], "C++", 0, 1000, false, {} });
        QCOMPARE(qRound(middle(remaining.range(1000)) / 1000), 10);
        remaining.setJobs(4);
        QCOMPARE(qRound(middle(remaining.range(1100)) / 1000), 5);
        QVERIFY(remaining.reason().contains("4 at a time"));
    }

    // The reckoning may be two seconds old, and edges are told later than ninja's count.
    void reasonCountsAsNinjaDoes()
    {
        RemainingTime remaining;
        remaining.setHistory({ { "0.cpp.o", 9000 }, { "1.cpp.o", 9000 } });
        remaining.setLook([] { return stepsOf(numbered(12, ".cpp.o"), "C++", false); });
        remaining.setProgress(4, 12, 20000, 2);
        for (int index = 0; index < 4; ++index)
            remaining.addEdge({ QString::number(index) + ".cpp.o", "C++", 0, 20000, false, {} });
        remaining.range(20000);
        QVERIFY2(remaining.reason().startsWith("8 C++ steps left"), qPrintable(remaining.reason()));
        remaining.setProgress(8, 12, 20100, 2);
        remaining.range(20100);
        QVERIFY2(remaining.reason().startsWith("4 C++ steps left"), qPrintable(remaining.reason()));
        remaining.setProgress(11, 12, 20200, 1);
        remaining.range(20200);
        QVERIFY2(remaining.reason().startsWith("1 C++ step left"), qPrintable(remaining.reason()));
    }

    void reasonCountsTheKindsThatItDoesNotName()
    {
        StepsLeft left = stepsOf(numbered(10, ".cpp.o"), "C++", false);
        const StepsLeft links = stepsOf(numbered(4, ".so"), "link", false);
        left.graph.nodes += links.graph.nodes;
        left.isThere += links.isThere;
        RemainingTime remaining;
        EdgeTimes times = timesOf(numbered(10, ".cpp.o"), 9000);
        times.insert(timesOf(numbered(4, ".so"), 10));
        remaining.setHistory(times);
        remaining.setJobs(2);
        remaining.setLook([&] { return left; });
        remaining.setProgress(1, 14, 9000, 2);
        remaining.addEdge({ "0.cpp.o", "C++", 0, 9000, false, {} });
        QVERIFY(remaining.range(9000));
        QVERIFY2(remaining.reason().startsWith("13 steps left, among them 9 C++, 2 at a time"),
            qPrintable(remaining.reason()));
        // Steps that the graph does not know make none of another kind.
        remaining.setProgress(1, 30, 9100, 2);
        QVERIFY2(remaining.reason().startsWith("29 steps left, among them 9 C++, 2 at a time"),
            qPrintable(remaining.reason()));
    }

    void stepsBesideEachOtherDoNotWait()
    {
        for (const bool chain : { true, false }) {
            RemainingTime remaining;
            remaining.setHistory(timesOf(numbered(3, ".cpp.o"), 9000));
            remaining.setJobs(4);
            remaining.setLook([&] { return stepsOf(numbered(3, ".cpp.o"), "C++", chain); });
            remaining.setProgress(1, 3, 9000, 2);
            remaining.addEdge({ "0.cpp.o", "C++", 0, 9000, false, {} });
            QVERIFY(remaining.range(9000));
            QCOMPARE(remaining.reason().contains("wait for one another"), chain);
        }
    }

    void chainIsNotDividedByJobs()
    {
        const QStringList outputs = numbered(20, ".cpp.o");
        for (const bool chain : { true, false }) {
            RemainingTime remaining;
            remaining.setHistory(timesOf(outputs, 1000));
            remaining.setJobs(4);
            remaining.setLook([&] { return stepsOf(outputs, "C++", chain); });
            remaining.setProgress(1, 20, 1000, 1);
            remaining.addEdge({ outputs[0], "C++", 0, 1000, false, {} });
            QCOMPARE(qRound(middle(remaining.range(1000)) / 100), chain ? 190 : 50);
        }
    }

    // Nine tenths of the edges are quick C++; what is left is CUDA, of which nothing has ended yet.
    void tailOfAnotherLanguageIsSeen()
    {
        StepsLeft left = stepsOf(numbered(90, ".cpp.o"), "C++", false);
        const StepsLeft tail = stepsOf(numbered(10, ".cu.o"), "CUDA", false);
        left.graph.nodes += tail.graph.nodes;
        left.isThere += tail.isThere;
        RemainingTime remaining;
        remaining.setJobs(1);
        remaining.setLook([&] { return left; });
        for (int index = 0; index < 90; ++index) {
            remaining.setProgress(index + 1, 100, (index + 1) * 1000, 1);
            remaining.addEdge(
                { left.graph.nodes[index].output, "C++", index * 1000, (index + 1) * 1000, false, {} });
        }
        const auto range = remaining.range(90000);
        QVERIFY(range);
        QVERIFY2(range->high.count() > 60000, QByteArray::number(qint64(range->high.count())));
        QVERIFY(range->high > 2 * range->low);
        QVERIFY(remaining.reason().startsWith("10 CUDA steps left, 1 at a time"));
    }

    void earlierBuildsAreAskedOnce()
    {
        int asked = 0;
        RemainingTime remaining;
        remaining.setLook([] { return stepsOf(numbered(10, ".cpp.o"), "C++", false); });
        remaining.setEarlier([&asked] {
            ++asked;
            return QVector<TimedBuild> { { "attempt 12", timesOf(numbered(10, ".cpp.o"), 2000) } };
        });
        remaining.setJobs(1);
        remaining.setProgress(1, 10, 2000, 1);
        remaining.addEdge({ "0.cpp.o", "C++", 0, 2000, false, {} });
        QCOMPARE(qRound(middle(remaining.range(2000)) / 1000), 18);
        QCOMPARE(remaining.reason(), QString("9 C++ steps left, 1 at a time; times from attempt 12"));
        remaining.setProgress(0, 8, 9000, 1); // ninja counts anew
        QCOMPARE(asked, 1);
    }

    // Ninja makes four steps first and then its build file; 90 wait behind it.
    void preparing()
    {
        StepsLeft left = stepsOf(numbered(90, ".cpp.o"), "C++", false);
        left.preparation = stepsOf({ "a.h", "b.h", "c.h" }, "other", false).graph;
        RemainingTime remaining;
        remaining.setLook([&] { return left; });
        remaining.setProgress(1, 4, 12000, 1);
        QVERIFY(remaining.isPreparing());
        QVERIFY(!remaining.range(12000));
        remaining.setProgress(4, 4, 20000, 1);
        QVERIFY(remaining.isPreparing());
        QVERIFY(!remaining.range(20000)); // and not "nothing left"
        remaining.setProgress(1, 90, 40000, 2);
        QVERIFY(!remaining.isPreparing());
        remaining.setProgress(90, 90, 80000, 0);
        QCOMPARE(remaining.range(80000)->high.count(), 0);
        // A target that is nearly done has a small count, too.
        left.isThere.fill(true);
        left.isThere[0] = left.isThere[1] = false;
        remaining.setProgress(1, 2, 90000, 1);
        QVERIFY(!remaining.isPreparing());
    }

    void whatRunsTooLongTakesLonger()
    {
        RemainingTime remaining;
        remaining.setHistory({ { "a.cpp.o", 1000 }, { "b.cpp.o", 10000 } });
        remaining.setJobs(1);
        remaining.setLook([] { return stepsOf({ "a.cpp.o", "b.cpp.o" }, "C++", false); });
        remaining.setProgress(1, 2, 1000, 1);
        remaining.addEdge({ "a.cpp.o", "C++", 0, 1000, false, {} });
        double last = middle(remaining.range(1000));
        QVERIFY(last > 8000);
        for (const qint64 now : { 5000, 9000, 15000, 60000, 600000 }) {
            remaining.setRunning({ { 1, "b.cpp.o", "C++", Milliseconds(now - 1000), {}, {} } }, now);
            const double left = middle(remaining.range(now));
            QVERIFY2(left > 0 && left < 0.2 * double(now) + 6000, QByteArray::number(left));
            QVERIFY(now > 9000 || left < last);
            last = left;
        }
    }

    // The machine sleeps for an hour while a step runs.
    void sleepIsNoWork()
    {
        constexpr qint64 hour = 3'600'000;
        const QStringList outputs = numbered(20, ".cpp.o");
        RemainingTime remaining;
        remaining.setHistory(timesOf(outputs, 10'000));
        remaining.setJobs(1);
        remaining.setLook([&] { return stepsOf(outputs, "C++", false); });
        remaining.setProgress(1, 20, 10'000, 1);
        remaining.addEdge({ outputs[0], "C++", 0, 10'000, false, {} });
        remaining.addPause(15'000, 15'000 + hour);
        remaining.setProgress(2, 20, 20'000 + hour, 1);
        remaining.addEdge({ outputs[1], "C++", 10'000, 20'000 + hour, false, {} });
        QCOMPARE(qRound(middle(remaining.range(20'000 + hour)) / 1000), 180);
    }

    void reasons_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<QString>("end");
        QTest::newRow("all") << 100 << "; times from attempt 3";
        QTest::newRow("half") << 60 << "; times of 50 % of them from attempt 3";
        QTest::newRow("none") << 0 << "; first build of this tree, so the range is wide";
    }
    void reasons()
    {
        QFETCH(int, known);
        const QStringList outputs = numbered(100, ".cpp.o");
        EdgeTimes before;
        for (const QString& output : outputs.mid(0, known))
            before.insert(output, 6000);
        RemainingTime remaining;
        remaining.setHistory(before, QStringLiteral("attempt 3"));
        remaining.setJobs(2);
        remaining.setLook([&] { return stepsOf(outputs, "C++", false); });
        for (int index = 0; index < 20; ++index) {
            remaining.setProgress(index + 1, 100, (index + 1) * 3000, 2);
            remaining.addEdge({ outputs[index], "C++", index * 3000, index * 3000 + 6000, false, {} });
        }
        QVERIFY(remaining.range(60000));
        QFETCH(QString, end);
        QCOMPARE(remaining.reason(), QStringLiteral("80 C++ steps left, 2 at a time") + end);
    }
};

QTEST_GUILESS_MAIN(RemainingStepsTest)
#include "RemainingStepsTest.moc"
