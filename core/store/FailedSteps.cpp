// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FailedSteps.h"

#include <algorithm>

namespace torchmason {

void FailedSteps::addSteps(const QVector<EdgeRecord>& edges)
{
    for (const EdgeRecord& edge : edges) {
        if (edge.failed)
            m_ends << edge.end;
    }
}

void FailedSteps::addEvents(const QVector<AttemptEvent>& events, std::optional<qint64> startedAt)
{
    for (const AttemptEvent& event : events) {
        if (event.type == QLatin1String("command-started") && startedAt)
            m_commandStarted = std::max(m_commandStarted, event.time - *startedAt);
        if (event.type == QLatin1String("stop-requested") && startedAt && !m_stopped)
            m_stopped = event.time - *startedAt;
    }
}

int FailedSteps::count() const
{
    return int(std::count_if(m_ends.begin(), m_ends.end(),
        [this](qint64 end) { return end >= m_commandStarted && (!m_stopped || end <= *m_stopped); }));
}

}
