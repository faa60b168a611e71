// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/NinjaLogReader.h"

#include <optional>

namespace torchmason {

struct TimeRange {
    Milliseconds low { 0 };
    Milliseconds high { 0 };
};

// How long a build will still take, as a range, or nothing while too little is known (5 % of the edges and
// ten seconds). Where the outputs were built before, their times are the measure; a new build is between
// "as fast as until now" and "the last tenth takes as long as all before", which large PyTorch builds do.
class RemainingTime {
public:
    // Times of an earlier build, by output.
    void setHistory(EdgeTimes times) { m_history = std::move(times); }
    // Edges and ninja's own clock; a build that counts anew (ninja made its build file again) starts afresh.
    void setProgress(qint64 done, qint64 total, qint64 now);
    // An edge that ended, for the measure against history.
    void addEdge(const EdgeRecord& edge);

    std::optional<TimeRange> range(qint64 now) const;

private:
    void startAfresh(qint64 now);
    std::optional<TimeRange> fromHistory(qint64 elapsed) const;
    TimeRange fromRate(qint64 elapsed) const;

    EdgeTimes m_history;
    EdgeTimes m_left; // history of what has not been built yet in this count
    qint64 m_leftTime = 0;
    qint64 m_start = 0;
    qint64 m_firstSeen = 0; // when we learned that it began
    qint64 m_done = 0;
    qint64 m_total = 0;
    qint64 m_lastChange = 0;
    qint64 m_actual = 0; // time of the edges that are in history, now
    qint64 m_expected = 0; // and then
    qint64 m_worked = 0; // time of all edges that ended
    bool m_isStarted = false;
};

}
