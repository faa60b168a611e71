// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/RemainingTime.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <queue>

using namespace torchmason;

namespace {

// A build that is played: edges in the order in which they end.
struct Play {
    QVector<EdgeRecord> edges;
    qint64 end() const { return edges.isEmpty() ? 0 : edges.last().end; }
};

// `jobs` at a time, each taking what `duration` says.
template <typename Duration> Play play(int count, int jobs, Duration duration)
{
    std::priority_queue<qint64, std::vector<qint64>, std::greater<>> free;
    for (int job = 0; job < jobs; ++job)
        free.push(0);
    Play result;
    for (int index = 0; index < count; ++index) {
        const qint64 start = free.top();
        free.pop();
        const qint64 end = start + qint64(duration(index));
        free.push(end);
        result.edges.append({ QStringLiteral("%1.cpp.o").arg(index), "C++", start, end, false, {} });
    }
    std::sort(
        result.edges.begin(), result.edges.end(), [](const auto& a, const auto& b) { return a.end < b.end; });
    return result;
}

EdgeTimes timesOf(const Play& play)
{
    EdgeTimes times;
    for (const EdgeRecord& edge : play.edges)
        times.insert(edge.output, edge.end - edge.start);
    return times;
}

// The range after `share` of the edges.
std::optional<TimeRange> rangeAt(const Play& play, double share, const EdgeTimes& history = {})
{
    RemainingTime remaining;
    remaining.setHistory(history);
    const auto count = qsizetype(share * double(play.edges.size()));
    for (qsizetype index = 0; index < count; ++index) {
        const EdgeRecord& edge = play.edges[index];
        remaining.setProgress(index + 1, play.edges.size(), edge.end);
        remaining.addEdge(edge);
    }
    return remaining.range(count > 0 ? play.edges[count - 1].end : 0);
}

// start TAB end TAB output, from the log of a real build.
Play recorded()
{
    Play result;
    QFile file(QStringLiteral(TORCHMASON_FIXTURES "/progress/real-build.tsv"));
    if (!file.open(QIODevice::ReadOnly))
        return result;
    while (!file.atEnd()) {
        const QList<QByteArray> fields = file.readLine().trimmed().split('\t');
        if (fields.size() == 3)
            result.edges.append({ QString::fromUtf8(fields[2]), "C++", fields[0].toLongLong(),
                fields[1].toLongLong(), false, {} });
    }
    return result;
}

}

class RemainingTimeTest : public QObject {
    Q_OBJECT

private slots:
    void tooLittleIsUnknown_data();
    void tooLittleIsUnknown();
    void rangeHoldsTheTruth_data();
    void rangeHoldsTheTruth();
    void rangeNarrows();
    void historyIsClose_data();
    void historyIsClose();
    void slowerMachineThanLastTime();
    void incrementalBuildKnowsWhatIsLeftByNumber();
    void countingAnewStartsAfresh();
    void timeRunsDownBetweenEdges();
    void whatHasRunOutIsReckonedAgain();
    void changedJobsCountAtOnce();
    void reasonCountsAsNinjaDoes();
    void chainIsNotDividedByJobs();
    void tailOfAnotherLanguageIsSeen();
    void earlierBuildsAreAskedOnce();
    void preparing();
    void whatRunsTooLongTakesLonger();
    void sleepIsNoWork();
    void reasons_data();
    void reasons();
};

void RemainingTimeTest::tooLittleIsUnknown_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("duration");
    QTest::addColumn<double>("share");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("nothing yet") << 1000 << 1000 << 0.0 << false;
    QTest::newRow("4 percent") << 1000 << 1000 << 0.04 << false;
    QTest::newRow("6 percent after a minute") << 1000 << 1000 << 0.06 << true;
    QTest::newRow("half after 5 s") << 10 << 1000 << 0.5 << false;
}

void RemainingTimeTest::tooLittleIsUnknown()
{
    QFETCH(int, count);
    QFETCH(int, duration);
    QFETCH(double, share);
    const auto range = rangeAt(play(count, 1, [&](int) { return duration; }), share);
    QTEST(range.has_value(), "isKnown");
}

void RemainingTimeTest::rangeHoldsTheTruth_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("share");
    for (const double share : { 0.1, 0.2, 0.5, 0.8, 0.95 }) {
        for (const char* kind : { "even", "slow end", "recorded" }) {
            if (share < 0.2 && QString(kind) == "recorded")
                continue; // its first tenth took less than ten seconds
            QTest::addRow("%s at %.0f %%", kind, share * 100) << QString(kind) << share;
        }
    }
}

void RemainingTimeTest::rangeHoldsTheTruth()
{
    QFETCH(QString, kind);
    QFETCH(double, share);
    const Play build = kind == "even" ? play(600, 4, [](int index) { return 900 + index % 7 * 40; })
        : kind == "slow end"          ? play(1000, 2, [](int index) { return index < 900 ? 200 : 1800; })
                                      : recorded();
    QVERIFY(!build.edges.isEmpty());
    const auto range = rangeAt(build, share);
    QVERIFY(range.has_value());
    const qint64 truth = build.end() - build.edges[qsizetype(share * double(build.edges.size())) - 1].end;
    const QByteArray text = QByteArray::number(qint64(range->low.count())) + " .. "
        + QByteArray::number(qint64(range->high.count())) + ", truth " + QByteArray::number(truth);
    // Edges run side by side, so the very last ones blur the end by a moment.
    QVERIFY2(range->low.count() <= truth + 2000 && truth <= range->high.count() + 2000, text);
}

void RemainingTimeTest::rangeNarrows()
{
    const Play build = play(1000, 2, [](int) { return 500; });
    qint64 width = std::numeric_limits<qint64>::max();
    for (const double share : { 0.1, 0.3, 0.5, 0.7, 0.9, 0.99 }) {
        const auto range = rangeAt(build, share);
        QVERIFY(range.has_value());
        const qint64 now = (range->high - range->low).count();
        QVERIFY2(now < width, QByteArray::number(share));
        width = now;
    }
}

void RemainingTimeTest::historyIsClose_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("share");
    for (const double share : { 0.2, 0.5, 0.8 }) {
        for (const char* kind : { "slow end", "recorded" })
            QTest::addRow("%s at %.0f %%", kind, share * 100) << QString(kind) << share;
    }
}

void RemainingTimeTest::historyIsClose()
{
    QFETCH(QString, kind);
    QFETCH(double, share);
    const Play build
        = kind == "recorded" ? recorded() : play(1000, 2, [](int index) { return index < 900 ? 200 : 1800; });
    QVERIFY(!build.edges.isEmpty());
    const auto range = rangeAt(build, share, timesOf(build));
    QVERIFY(range.has_value());
    const double truth
        = double(build.end() - build.edges[qsizetype(share * double(build.edges.size())) - 1].end);
    const double middle = double((range->low + range->high).count()) / 2;
    QVERIFY2(std::abs(middle - truth) <= 0.1 * double(build.end()),
        qPrintable(QStringLiteral("%1 instead of %2 of %3").arg(middle).arg(truth).arg(build.end())));
    QVERIFY(range->high.count() < 2 * range->low.count());
}

void RemainingTimeTest::slowerMachineThanLastTime()
{
    const Play before = play(1000, 2, [](int index) { return 100 + index % 10 * 50; });
    const Play now = play(1000, 2, [](int index) { return 3 * (100 + index % 10 * 50); });
    const auto range = rangeAt(now, 0.3, timesOf(before));
    const double truth = double(now.end() - now.edges[299].end);
    QVERIFY(range && range->low.count() <= truth && truth <= range->high.count());
}

void RemainingTimeTest::incrementalBuildKnowsWhatIsLeftByNumber()
{
    // History knows 1000 outputs, but only the first 200 are built again.
    const EdgeTimes history = timesOf(play(1000, 1, [](int) { return 500; }));
    const Play now = play(200, 1, [](int) { return 500; });
    const auto range = rangeAt(now, 0.5, history);
    QVERIFY(range && range->low.count() <= 50000 && 50000 <= range->high.count());
}

void RemainingTimeTest::countingAnewStartsAfresh()
{
    RemainingTime remaining;
    for (int index = 1; index <= 3; ++index)
        remaining.setProgress(index, 4, index * 20000);
    QVERIFY(remaining.range(60000).has_value());
    remaining.setProgress(1, 1000, 61000);
    QVERIFY(!remaining.range(75000).has_value());
}

void RemainingTimeTest::timeRunsDownBetweenEdges()
{
    RemainingTime remaining;
    for (int index = 1; index <= 50; ++index)
        remaining.setProgress(index, 100, index * 1000);
    const auto before = remaining.range(50000);
    const auto after = remaining.range(60000);
    QVERIFY(before && after);
    QCOMPARE((before->high - after->high).count(), 10000);
    const auto late = remaining.range(95000);
    QVERIFY(late);
    QCOMPARE(late->low.count(), 0);
    QVERIFY(late->high >= late->low);
    QVERIFY(!remaining.range(100000000)); // and not "nothing left"
}

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

}

// A step that nobody sees running takes longer than the last time.
void RemainingTimeTest::whatHasRunOutIsReckonedAgain()
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
void RemainingTimeTest::changedJobsCountAtOnce()
{
    const QStringList outputs = numbered(21, ".cpp.o");
    EdgeTimes before;
    for (const QString& output : outputs)
        before.insert(output, 1000);
    RemainingTime remaining;
    remaining.setHistory(before);
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
void RemainingTimeTest::reasonCountsAsNinjaDoes()
{
    RemainingTime remaining;
    remaining.setHistory({ { "0.cpp.o", 9000 }, { "1.cpp.o", 9000 } });
    remaining.setLook([] { return stepsOf(numbered(12, ".cpp.o"), "C++", false); });
    remaining.setProgress(4, 12, 20000, 2);
    for (int index = 0; index < 4; ++index)
        remaining.addEdge({ QString::number(index) + ".cpp.o", "C++", 0, 20000, false, {} });
    remaining.range(20000);
    QVERIFY2(remaining.reason().startsWith("8 C++ edges left"), qPrintable(remaining.reason()));
    remaining.setProgress(8, 12, 20100, 2);
    remaining.range(20100);
    QVERIFY2(remaining.reason().startsWith("4 C++ edges left"), qPrintable(remaining.reason()));
    remaining.setProgress(11, 12, 20200, 1);
    remaining.range(20200);
    QVERIFY2(remaining.reason().startsWith("1 C++ edge left"), qPrintable(remaining.reason()));
}

void RemainingTimeTest::chainIsNotDividedByJobs()
{
    const QStringList outputs = numbered(20, ".cpp.o");
    EdgeTimes before;
    for (const QString& output : outputs)
        before.insert(output, 1000);
    for (const bool chain : { true, false }) {
        RemainingTime remaining;
        remaining.setHistory(before);
        remaining.setJobs(4);
        remaining.setLook([&] { return stepsOf(outputs, "C++", chain); });
        remaining.setProgress(1, 20, 1000, 1);
        remaining.addEdge({ outputs[0], "C++", 0, 1000, false, {} });
        QCOMPARE(qRound(middle(remaining.range(1000)) / 100), chain ? 190 : 50);
    }
}

// Nine tenths of the edges are quick C++; what is left is CUDA, of which nothing has ended yet.
void RemainingTimeTest::tailOfAnotherLanguageIsSeen()
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
    QVERIFY(remaining.reason().startsWith("10 CUDA edges left, 1 at a time"));
}

void RemainingTimeTest::earlierBuildsAreAskedOnce()
{
    int asked = 0;
    RemainingTime remaining;
    remaining.setLook([] { return stepsOf(numbered(10, ".cpp.o"), "C++", false); });
    remaining.setEarlier([&asked] {
        ++asked;
        EdgeTimes times;
        for (const QString& output : numbered(10, ".cpp.o"))
            times.insert(output, 2000);
        return std::pair(times, QString("attempt 12"));
    });
    remaining.setJobs(1);
    remaining.setProgress(1, 10, 2000, 1);
    remaining.addEdge({ "0.cpp.o", "C++", 0, 2000, false, {} });
    QCOMPARE(qRound(middle(remaining.range(2000)) / 1000), 18);
    QCOMPARE(remaining.reason(), QString("9 C++ edges left, 1 at a time; times from attempt 12"));
    remaining.setProgress(0, 8, 9000, 1); // ninja counts anew
    QCOMPARE(asked, 1);
}

// Ninja makes four steps first and then its build file; 90 wait behind it.
void RemainingTimeTest::preparing()
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

void RemainingTimeTest::whatRunsTooLongTakesLonger()
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
void RemainingTimeTest::sleepIsNoWork()
{
    constexpr qint64 hour = 3'600'000;
    const QStringList outputs = numbered(20, ".cpp.o");
    EdgeTimes before;
    for (const QString& output : outputs)
        before.insert(output, 10'000);
    RemainingTime remaining;
    remaining.setHistory(before);
    remaining.setJobs(1);
    remaining.setLook([&] { return stepsOf(outputs, "C++", false); });
    remaining.setProgress(1, 20, 10'000, 1);
    remaining.addEdge({ outputs[0], "C++", 0, 10'000, false, {} });
    remaining.addPause(15'000, 15'000 + hour);
    remaining.setProgress(2, 20, 20'000 + hour, 1);
    remaining.addEdge({ outputs[1], "C++", 10'000, 20'000 + hour, false, {} });
    QCOMPARE(qRound(middle(remaining.range(20'000 + hour)) / 1000), 180);
}

void RemainingTimeTest::reasons_data()
{
    QTest::addColumn<int>("known");
    QTest::addColumn<QString>("end");
    QTest::newRow("all") << 100 << "; times from attempt 3";
    QTest::newRow("half") << 60 << "; times of 50 % of them from attempt 3";
    QTest::newRow("none") << 0 << "; first build of this tree: wide";
}

void RemainingTimeTest::reasons()
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
    QCOMPARE(remaining.reason(), QStringLiteral("80 C++ edges left, 2 at a time") + end);
}

QTEST_GUILESS_MAIN(RemainingTimeTest)
#include "RemainingTimeTest.moc"
