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
    void tooLittleIsUnknown_data()
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
    void tooLittleIsUnknown()
    {
        QFETCH(int, count);
        QFETCH(int, duration);
        QFETCH(double, share);
        const auto range = rangeAt(play(count, 1, [&](int) { return duration; }), share);
        QTEST(range.has_value(), "isKnown");
    }

    void rangeHoldsTheTruth_data()
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
    void rangeHoldsTheTruth()
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

    void rangeNarrows()
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

    void historyIsClose_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<double>("share");
        for (const double share : { 0.2, 0.5, 0.8 }) {
            for (const char* kind : { "slow end", "recorded" })
                QTest::addRow("%s at %.0f %%", kind, share * 100) << QString(kind) << share;
        }
    }
    void historyIsClose()
    {
        QFETCH(QString, kind);
        QFETCH(double, share);
        const Play build = kind == "recorded"
            ? recorded()
            : play(1000, 2, [](int index) { return index < 900 ? 200 : 1800; });
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

    void slowerMachineThanLastTime()
    {
        const Play before = play(1000, 2, [](int index) { return 100 + index % 10 * 50; });
        const Play now = play(1000, 2, [](int index) { return 3 * (100 + index % 10 * 50); });
        const auto range = rangeAt(now, 0.3, timesOf(before));
        const double truth = double(now.end() - now.edges[299].end);
        QVERIFY(range && range->low.count() <= truth && truth <= range->high.count());
    }

    void incrementalBuildKnowsWhatIsLeftByNumber()
    {
        // History knows 1000 outputs, but only the first 200 are built again.
        const EdgeTimes history = timesOf(play(1000, 1, [](int) { return 500; }));
        const Play now = play(200, 1, [](int) { return 500; });
        const auto range = rangeAt(now, 0.5, history);
        QVERIFY(range && range->low.count() <= 50000 && 50000 <= range->high.count());
    }

    void countingAnewStartsAfresh()
    {
        RemainingTime remaining;
        for (int index = 1; index <= 3; ++index)
            remaining.setProgress(index, 4, index * 20000);
        QVERIFY(remaining.range(60000).has_value());
        remaining.setProgress(1, 1000, 61000);
        QVERIFY(!remaining.range(75000).has_value());
    }

    void timeRunsDownBetweenEdges()
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
};

QTEST_GUILESS_MAIN(RemainingTimeTest)
#include "RemainingTimeTest.moc"
