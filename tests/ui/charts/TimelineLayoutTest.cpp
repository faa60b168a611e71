// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimelineLayout.h"

#include <QTest>

using namespace torchmason;

class TimelineLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void rangesStayWithinTheWhole()
    {
        const ShownTime whole { 0, 100'000 };
        QCOMPARE(zoomed(whole, 0.5, 50'000, whole), (ShownTime { 25'000, 75'000 }));
        QCOMPARE(zoomed({ 25'000, 75'000 }, 0.5, 25'000, whole), (ShownTime { 25'000, 50'000 }));
        QCOMPARE(zoomed({ 0, 50'000 }, 4, 0, whole), whole);
        QCOMPARE(zoomed(whole, 0.0001, 100'000, whole), (ShownTime { 95'000, 100'000 }));
        QCOMPARE(moved({ 10'000, 20'000 }, -50'000, whole), (ShownTime { 0, 10'000 }));
        QCOMPARE(moved({ 10'000, 20'000 }, 500'000, whole), (ShownTime { 90'000, 100'000 }));
        QCOMPARE(tickStep(whole, 10), 10'000);
        QCOMPARE(tickStep({ 0, 5000 }, 5), 1000);
        QVERIFY(tickStep({ 0, 90LL * 24 * 3600 * 1000 }, 4) >= 22LL * 24 * 3600 * 1000);
    }

    // Of one time nothing can be read.
    void aNarrowTimelineHasTwoTimes()
    {
        constexpr qint64 minute = 60'000;
        const auto times = [](const ShownTime& range, qint64 apart) {
            const ShownTime labelled { range.from, range.to - range.length() / 5 };
            return tickTimes(range, 1, labelled, apart);
        };
        const ShownTime part { 56 * minute, 61 * minute };
        QCOMPARE(times(part, 2 * minute), (QVector<qint64> { 56 * minute, 60 * minute }));
        QCOMPARE(times(part, 5 * minute), QVector<qint64> { 60 * minute }); // they would touch
        QCOMPARE(times({ 0, 115 * minute }, 60 * minute), (QVector<qint64> { 0, 60 * minute }));
        const ShownTime days { 0, 25 * 60 * minute };
        QCOMPARE(times(days, 10 * 60 * minute), (QVector<qint64> { 0, 20 * 60 * minute }));
        // Rounder ones would be too near.
        const ShownTime odd { 59'000, 119'000 };
        QCOMPARE(times(odd, 46'000), (QVector<qint64> { 59'000, 107'000 }));
    }

    // Times are not exact, so a lane may have short steps within a long one.
    void aLongStepIsFoundBehindShortOnes()
    {
        ShownTimeline shown;
        shown.timeline.lanes = 1;
        for (const auto& [start, end] :
            { std::pair(0, 100'000), std::pair(1000, 2000), std::pair(3000, 4000) }) {
            TimelineEdge edge;
            edge.record.start = start;
            edge.record.end = end;
            shown.timeline.edges.append(edge);
            shown.states.append(StepState::Done);
        }
        TimelineLayout layout;
        layout.setTimeline(shown);
        const QRectF area(0, 0, 800, 20);
        layout.setView({ 50'000, 90'000 }, area, 0);
        QCOMPARE(layout.edgeAt(area.center()), std::optional(0));
        layout.setView({ 100'001, 110'000 }, area, 0);
        QCOMPARE(layout.edgeAt(area.center()), std::nullopt);
        QVERIFY(!layout.isInSight(layout.firstIn(0), 0));
    }
};

QTEST_APPLESS_MAIN(TimelineLayoutTest)
#include "TimelineLayoutTest.moc"
