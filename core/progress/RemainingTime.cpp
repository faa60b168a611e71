// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/RemainingTime.h"

#include <algorithm>
#include <numeric>

namespace torchmason {

namespace {

constexpr qint64 minimumElapsed = 10000; // milliseconds
constexpr qint64 lateness = 200;
constexpr double minimumShare = 0.05;
// History must know this share of what was built until now.
constexpr double minimumKnown = 0.5;
// How wide the range around a measure by history is.
constexpr double historyLow = 0.88;
constexpr double historyHigh = 1.2;
constexpr double rateLow = 0.8;

// Share of the whole time that is behind us when the last tenth of the edges takes half of it.
double slowEndShare(double done)
{
    return done <= 0.9 ? done / 0.9 * 0.5 : 0.5 + (done - 0.9) / 0.1 * 0.5;
}

TimeRange milliseconds(double low, double high)
{
    return { Milliseconds(qint64(std::max(0.0, low))), Milliseconds(qint64(std::max(0.0, high))) };
}

}

void RemainingTime::startAfresh(qint64 now)
{
    m_isStarted = true;
    m_start = now;
    m_firstSeen = now;
    m_left = m_history;
    m_leftTime = std::accumulate(m_left.begin(), m_left.end(), qint64(0));
    m_actual = m_expected = m_worked = 0;
}

void RemainingTime::setProgress(qint64 done, qint64 total, qint64 now)
{
    if (!m_isStarted || done < m_done)
        startAfresh(now);
    if (done != m_done)
        m_lastChange = now;
    m_done = done;
    m_total = total;
}

void RemainingTime::addEdge(const EdgeRecord& edge)
{
    const qint64 duration = edge.end - edge.start;
    if (!m_isStarted)
        startAfresh(edge.start);
    // An edge of the count before, told late.
    if (edge.end < m_firstSeen - lateness)
        return;
    // The first status line comes when the first edge has ended, so the beginning is learned afterwards.
    m_start = std::min(m_start, edge.start);
    m_worked += duration;
    const auto before = m_left.constFind(edge.output);
    if (before == m_left.constEnd())
        return;
    m_actual += duration;
    m_expected += *before;
    m_leftTime -= *before;
    m_left.erase(before);
}

std::optional<TimeRange> RemainingTime::fromHistory(qint64 elapsed) const
{
    if (m_expected <= 0 || m_worked <= 0 || double(m_actual) < minimumKnown * double(m_worked))
        return std::nullopt;
    // Which of the outputs in history this build makes is not known, only how many are left.
    const double edgesLeft = double(m_total - m_done);
    const double known = double(m_left.size());
    const double speed = double(m_actual) / double(m_expected);
    const double parallel = std::max(0.5, double(m_worked) / double(elapsed));
    const double meanTime
        = known > 0 ? double(m_leftTime) / known : double(m_worked) / double(std::max<qint64>(1, m_done));
    const double work
        = (known <= edgesLeft ? double(m_leftTime) + (edgesLeft - known) * meanTime : edgesLeft * meanTime)
        * speed;
    const double estimate = work / parallel;
    return milliseconds(historyLow * estimate, historyHigh * estimate);
}

TimeRange RemainingTime::fromRate(qint64 elapsed) const
{
    const double share = double(m_done) / double(m_total);
    const double even = double(elapsed) * (1.0 - share) / share;
    const double slowEnd = double(elapsed) * (1.0 - slowEndShare(share)) / slowEndShare(share);
    return milliseconds(rateLow * even, slowEnd);
}

std::optional<TimeRange> RemainingTime::range(qint64 now) const
{
    // What is left counts from the last edge that ended; until the next one, the time runs down.
    const qint64 elapsed = m_lastChange - m_start;
    if (m_total <= 0 || now - m_start < minimumElapsed || elapsed <= 0
        || double(m_done) < minimumShare * double(m_total))
        return std::nullopt;
    if (m_done >= m_total)
        return TimeRange {};
    TimeRange range = fromHistory(elapsed).value_or(fromRate(elapsed));
    const Milliseconds since(std::max<qint64>(0, now - m_lastChange));
    range.low = std::max(Milliseconds(0), range.low - since);
    range.high = std::max(range.low, range.high - since);
    return range;
}

}
