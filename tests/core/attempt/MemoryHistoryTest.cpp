// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/MemoryHistory.h"

#include <QTest>

using namespace torchmason;

namespace {

Sample sample(const char* stage, qint64 elapsed, qint64 offset, Bytes available)
{
    Sample made;
    made.stage = QLatin1String(stage);
    made.elapsed = elapsed;
    made.logOffset = offset;
    made.memoryTotal = 100;
    made.memoryAvailable = available;
    return made;
}

}

class MemoryHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void theMinuteBeforeALineIsTold();
    void whatNoSampleTellsIsUnknown();
};

void MemoryHistoryTest::theMinuteBeforeALineIsTold()
{
    const QString compile = QStringLiteral("compile");
    MemoryHistory history;
    history.add(sample("configure", 0, 900, 1)); // another log
    history.add(sample("compile", 10'000, 10, 2)); // more than a minute before
    history.add(sample("compile", 80'000, 100, 7));
    history.add(sample("compile", 90'000, 200, 4));
    history.add(sample("compile", 100'000, 300, 90));
    QCOMPARE(history.before(compile, 150)->leastAvailable, Bytes(4));
    QCOMPARE(history.before(compile, 50)->leastAvailable, Bytes(7));
    QCOMPARE(history.before(compile, 250)->leastAvailable, Bytes(4));
    // After the last sample, which comes once a second.
    QCOMPARE(history.before(compile, 5000)->leastAvailable, Bytes(4));
    QCOMPARE(history.before(compile, 0)->leastAvailable, Bytes(1));
    QCOMPARE(history.before(compile, 5000)->total, Bytes(100));
}

void MemoryHistoryTest::whatNoSampleTellsIsUnknown()
{
    MemoryHistory history;
    QVERIFY(!history.before(QStringLiteral("compile"), 0));
    Sample without = sample("compile", 1, 1, 1);
    without.memoryAvailable.reset();
    history.add(without);
    history.add(sample("configure", 1, 1, 1));
    QVERIFY(!history.before(QStringLiteral("compile"), 0));
}

QTEST_GUILESS_MAIN(MemoryHistoryTest)
#include "MemoryHistoryTest.moc"
