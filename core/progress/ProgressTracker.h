// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/NinjaStatus.h"
#include "core/progress/RemainingTime.h"

namespace torchmason {

// Turns ninja's status lines into the progress that is written and shown: at most four times a second, and
// only when something changed. Times are milliseconds since the attempt began. Passive.
class ProgressTracker {
public:
    // What it is told before the first status: history, where to look for what is left, jobs.
    RemainingTime& remaining() { return m_remaining; }

    // Compilers that wait at the memory gate, which to ninja run.
    void setWaiting(qint64 count) { m_waiting = count; }
    void addStatus(const NinjaStatus& status, qint64 now);
    void addEdge(const EdgeRecord& edge) { m_remaining.addEdge(edge); }

    // The progress that is due now, if any. While nothing ends, the remaining time is told anew now and then.
    std::optional<BuildProgress> take(qint64 now);
    // The last one whether due or not, for the end of a stage.
    std::optional<BuildProgress> finish(qint64 now);

private:
    qint64 running() const;
    BuildProgress current(qint64 now) const;

    RemainingTime m_remaining;
    std::optional<NinjaStatus> m_status;
    std::optional<qint64> m_lastTaken;
    qint64 m_waiting = 0;
    bool m_isChanged = false;
};

}
