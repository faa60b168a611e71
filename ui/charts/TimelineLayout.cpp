// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimelineLayout.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double highestLane = 26;
constexpr double reach = 4; // pixels beside a bar that still mean it

}

void TimelineLayout::setTimeline(ShownTimeline timeline)
{
    m_shown = std::move(timeline);
    m_lanes.clear();
    m_lanes.resize(m_shown.timeline.lanes);
    m_latest.clear();
    m_latest.reserve(m_shown.timeline.edges.size());
    for (int i = 0; i < m_shown.timeline.edges.size(); ++i) {
        QVector<int>& lane = m_lanes[edge(i).lane];
        const qint64 end = edge(i).record.end;
        m_latest.append(lane.isEmpty() ? end : std::max(end, m_latest[lane.last()]));
        lane.append(i);
    }
    setView(m_range, m_area, m_scrolled);
}

void TimelineLayout::setView(const ShownTime& range, const QRectF& area, double scrolled)
{
    m_range = { range.from, std::max(range.to, range.from + 1) };
    m_area = area;
    m_laneHeight = std::clamp(area.height() / std::max(1, lanes()), lowestLane, highestLane);
    m_scrolled = std::clamp(scrolled, 0.0, hiddenHeight());
}

double TimelineLayout::hiddenHeight() const
{
    return std::max(0.0, lanes() * m_laneHeight - m_area.height());
}

double TimelineLayout::xOf(qint64 time) const
{
    return m_area.left() + double(time - m_range.from) * m_area.width() / double(m_range.length());
}

qint64 TimelineLayout::timeAt(double x) const
{
    if (m_area.width() <= 0)
        return m_range.from;
    const double share = std::clamp((x - m_area.left()) / m_area.width(), 0.0, 1.0);
    return m_range.from + qint64(std::llround(share * double(m_range.length())));
}

QRectF TimelineLayout::barOf(int index) const
{
    const EdgeRecord& record = edge(index).record;
    const double left = xOf(record.start);
    const double top = m_area.top() - m_scrolled + edge(index).lane * m_laneHeight;
    const double gap = m_laneHeight >= 10 ? 2 : 1;
    return { left, top, std::max(1.0, xOf(record.end) - left), m_laneHeight - gap };
}

std::pair<int, int> TimelineLayout::visibleLanes() const
{
    const int first = int(m_scrolled / m_laneHeight);
    const int last = int(std::ceil((m_scrolled + m_area.height()) / m_laneHeight));
    return { std::min(first, lanes()), std::clamp(last, 0, lanes()) };
}

QVector<int>::const_iterator TimelineLayout::firstIn(int lane) const
{
    // A long edge may end after one that began later, so it is the latest ends that ascend.
    return std::lower_bound(m_lanes[lane].cbegin(), m_lanes[lane].cend(), m_range.from,
        [this](int index, qint64 time) { return m_latest[index] < time; });
}

bool TimelineLayout::isInSight(QVector<int>::const_iterator found, int lane) const
{
    return found != m_lanes[lane].cend() && edge(*found).record.start <= m_range.to;
}

std::optional<int> TimelineLayout::edgeAt(const QPointF& place) const
{
    if (!m_area.contains(place))
        return std::nullopt;
    const int lane = int((place.y() - m_area.top() + m_scrolled) / m_laneHeight);
    if (lane < 0 || lane >= lanes())
        return std::nullopt;
    std::optional<int> nearest;
    double least = reach;
    for (auto found = firstIn(lane); isInSight(found, lane); ++found) {
        const QRectF bar = barOf(*found);
        if (bar.left() > place.x() + reach)
            break;
        const double distance = std::max({ bar.left() - place.x(), place.x() - bar.right(), 0.0 });
        // What failed is looked for among its many neighbours.
        const double wanted = state(*found) == StepState::Failed ? distance - reach / 2 : distance;
        if (distance < reach && wanted < least) {
            least = wanted;
            nearest = *found;
        }
    }
    return nearest;
}

}
