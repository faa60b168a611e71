// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/NinjaProgressParser.h"
#include "core/progress/RemainingTime.h"

namespace torchmason {

// Turns ninja's status lines into the progress that is written and shown: at most four times a second, and
// only when something changed. Times are milliseconds since the attempt began. Passive.
class ProgressTracker {
public:
    // Times by output of an earlier build of this folder, see readEdgeTimes(); before the first status.
    void setHistory(EdgeTimes times) { m_remaining.setHistory(std::move(times)); }

    void addStatus(const NinjaStatus& status, qint64 now);
    void addEdge(const EdgeRecord& edge) { m_remaining.addEdge(edge); }

    // The progress that is due now, if any.
    std::optional<BuildProgress> take(qint64 now);
    // The last one whether due or not, for the end of a stage.
    std::optional<BuildProgress> finish(qint64 now);

private:
    BuildProgress current(qint64 now) const;

    RemainingTime m_remaining;
    std::optional<NinjaStatus> m_status;
    std::optional<qint64> m_lastTaken;
    bool m_isChanged = false;
};

}
