// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FailedSteps.h"

#include <algorithm>

namespace torchmason {

void FailedSteps::addSteps(const QVector<EdgeRecord>& edges)
{
    for (const EdgeRecord& edge : edges) {
        if (edge.failed)
            m_steps << edge;
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

bool FailedSteps::counts(const EdgeRecord& step) const
{
    return step.end >= m_commandStarted && (!m_stopped || step.end <= *m_stopped);
}

int FailedSteps::count() const
{
    return int(std::count_if(
        m_steps.begin(), m_steps.end(), [this](const EdgeRecord& step) { return counts(step); }));
}

std::optional<EdgeRecord> FailedSteps::first() const
{
    const auto found = std::find_if(
        m_steps.begin(), m_steps.end(), [this](const EdgeRecord& step) { return counts(step); });
    return found == m_steps.end() ? std::nullopt : std::optional(*found);
}

}
