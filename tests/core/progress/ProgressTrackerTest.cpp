// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/ProgressTracker.h"

#include <QFile>
#include <QTest>

using namespace torchmason;

class ProgressTrackerTest : public QObject {
    Q_OBJECT

private slots:
    void atMostFourASecond();
    void nothingWithoutChange();
    void descriptionIsPlainText();
    void recordedLog();
    void theBuildFileCountsWhatIsDoneAlready();

private:
    static NinjaStatus status(const char* line) { return parseNinjaStatus(line).value_or(NinjaStatus {}); }
};

void ProgressTrackerTest::atMostFourASecond()
{
    ProgressTracker tracker;
    int taken = 0;
    for (int now = 0; now < 10000; now += 10) {
        NinjaStatus line;
        line.done = now / 10 + 1;
        line.total = 1000;
        tracker.addStatus(line, now);
        if (tracker.take(now))
            ++taken;
    }
    QCOMPARE(taken, 40);
    const auto last = tracker.finish(10000);
    QVERIFY(last && last->done == 1000);
    QVERIFY(!tracker.finish(10001));
}

void ProgressTrackerTest::nothingWithoutChange()
{
    ProgressTracker tracker;
    QVERIFY(!tracker.take(0) && !tracker.finish(0));
    tracker.addStatus(status("[1/90|2|0.5] Building CXX object a.o"), 500);
    QVERIFY(tracker.take(500).has_value());
    QVERIFY(!tracker.take(5000));
}

void ProgressTrackerTest::descriptionIsPlainText()
{
    ProgressTracker tracker;
    tracker.addStatus(status("[3/90|2|0.5] Building CXX object c10/a.cpp.o"), 0);
    const auto progress = tracker.take(0);
    QVERIFY(progress.has_value());
    QCOMPARE(progress->description, QString("Building CXX object c10/a.cpp.o"));
    QCOMPARE(progress->running, qint64(2));
    QVERIFY(!progress->remainingLow && !progress->remainingHigh);
}

void ProgressTrackerTest::theBuildFileCountsWhatIsDoneAlready()
{
    StepsLeft steps;
    for (const char* output : { "a.o", "b.o", "c.o", "lib.a", "all" }) {
        const QString language = output == QLatin1String("all") ? QString() : QStringLiteral("C++");
        steps.graph.nodes.append({ QLatin1String(output), language, {} });
        steps.isThere << (output != QLatin1String("lib.a"));
    }
    ProgressTracker tracker;
    tracker.remaining().setLook([&steps] { return steps; });
    tracker.addStatus(status("[1/2|1|0.5] Building CXX object a.o"), 0);
    QCOMPARE(tracker.take(0)->inAll, std::optional<qint64>(4));
    ProgressTracker without;
    without.addStatus(status("[1/2|1|0.5] Building CXX object a.o"), 0);
    QCOMPARE(without.take(0)->inAll, std::nullopt);
}

// The log of a real build in which ninja counts anew after generating code; half a second an edge.
void ProgressTrackerTest::recordedLog()
{
    QFile file(QStringLiteral(TORCHMASON_FIXTURES "/progress/ok-c10.log"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    ProgressTracker tracker;
    qint64 now = 0;
    qint64 highest = 0;
    bool wasAsked = false;
    while (!file.atEnd()) {
        const auto line = parseNinjaStatus(file.readLine().trimmed());
        if (!line)
            continue;
        now += 500;
        tracker.addStatus(*line, now);
        const auto progress = tracker.take(now);
        QVERIFY(progress.has_value());
        highest = std::max(highest, progress->total);
        if (progress->total == 90 && progress->done == 45) {
            wasAsked = true;
            QVERIFY(progress->remainingLow && progress->remainingLow->count() < 22500);
            QVERIFY(progress->remainingHigh && progress->remainingHigh->count() > 22500);
        }
    }
    QCOMPARE(highest, qint64(90));
    QVERIFY(wasAsked);
}

QTEST_GUILESS_MAIN(ProgressTrackerTest)
#include "ProgressTrackerTest.moc"
