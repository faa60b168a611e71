// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ShownTime.h"
#include "ui/models/StepSeries.h"

#include <QRectF>
#include <QVector>

#include <optional>

namespace torchmason {

// Where the bars of a timeline stand: time to the right, one lane below the other. Only the lanes and the
// time in sight are looked at.
class TimelineLayout {
public:
    void setTimeline(ShownTimeline timeline);
    const ShownTimeline& shown() const { return m_shown; }
    const TimelineEdge& edge(int index) const { return m_shown.timeline.edges[index]; }
    StepState state(int index) const { return m_shown.states[index]; }
    int lanes() const { return int(m_lanes.size()); }
    static constexpr double lowestLane = 5; // pixels

    // `area` holds the lanes; the first `scrolled` pixels of them stand above it.
    void setView(const ShownTime& range, const QRectF& area, double scrolled);
    const ShownTime& range() const { return m_range; }
    const QRectF& area() const { return m_area; }
    double laneHeight() const { return m_laneHeight; }
    double hiddenHeight() const; // of the lanes that the area has no room for

    double xOf(qint64 time) const;
    qint64 timeAt(double x) const;
    QRectF barOf(int edge) const;
    // The lanes in sight: the first, and the one after the last.
    std::pair<int, int> visibleLanes() const;
    // The edges of a lane in sight, by time; where they overlap, some of them may have ended before.
    QVector<int>::const_iterator firstIn(int lane) const;
    bool isInSight(QVector<int>::const_iterator edge, int lane) const;
    // The bar at a place or so near that it was meant.
    std::optional<int> edgeAt(const QPointF& place) const;

private:
    ShownTimeline m_shown;
    QVector<QVector<int>> m_lanes; // edges of each, by time
    QVector<qint64> m_latest; // of each edge: the latest end in its lane so far
    ShownTime m_range { 0, 1 };
    QRectF m_area;
    double m_scrolled = 0;
    double m_laneHeight = 1;
};

}
