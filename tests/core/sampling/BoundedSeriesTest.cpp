// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/BoundedSeries.h"

#include <QTest>

using namespace torchmason;

class BoundedSeriesTest : public QObject {
    Q_OBJECT

private slots:
    void fewPointsStayAsTheyAre();
    void neverMoreThanTheCapacity();
    void noPeakIsLost();
    void meanStaysTrue();
    void oddCapacityWorks();
};

void BoundedSeriesTest::fewPointsStayAsTheyAre()
{
    BoundedSeries series(10);
    for (int x = 0; x < 10; ++x)
        series.add(x, x * x);
    QCOMPARE(series.points().size(), 10);
    QCOMPARE(series.points()[3].mean, 9.0);
    series.clear();
    QVERIFY(series.points().isEmpty());
}

void BoundedSeriesTest::neverMoreThanTheCapacity()
{
    BoundedSeries series(100);
    for (int x = 0; x < 100000; ++x) {
        series.add(x, 1);
        QVERIFY(series.points().size() <= 100);
    }
    QVERIFY(series.points().size() > 50);
    QCOMPARE(series.points().first().x, 0.0);
    for (qsizetype index = 1; index < series.points().size(); ++index)
        QVERIFY(series.points()[index].x > series.points()[index - 1].x);
}

void BoundedSeriesTest::noPeakIsLost()
{
    BoundedSeries series(16);
    for (int x = 0; x < 5000; ++x)
        series.add(x, x == 777 ? 1000.0 : x == 4321 ? -5.0 : 1.0);
    double high = 0;
    double low = 0;
    for (const SeriesPoint& point : series.points()) {
        high = std::max(high, point.high);
        low = std::min(low, point.low);
    }
    QCOMPARE(high, 1000.0);
    QCOMPARE(low, -5.0);
}

void BoundedSeriesTest::meanStaysTrue()
{
    BoundedSeries series(8);
    double sum = 0;
    for (int x = 0; x < 1000; ++x) {
        series.add(x, x % 7);
        sum += x % 7;
    }
    double weighted = 0;
    int count = 0;
    for (const SeriesPoint& point : series.points()) {
        weighted += point.mean * point.count;
        count += point.count;
    }
    QCOMPARE(count, 1000);
    QVERIFY(qAbs(weighted - sum) < 1e-6);
}

void BoundedSeriesTest::oddCapacityWorks()
{
    for (const int capacity : { -1, 0, 1, 3 }) {
        BoundedSeries series(capacity);
        for (int x = 0; x < 100; ++x)
            series.add(x, x);
        QVERIFY(series.points().size() <= series.capacity());
        QCOMPARE(series.points().last().high, 99.0);
    }
}

QTEST_GUILESS_MAIN(BoundedSeriesTest)
#include "BoundedSeriesTest.moc"
