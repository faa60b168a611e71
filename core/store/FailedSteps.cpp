// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FailedSteps.h"

#include <algorithm>

namespace torchmason {

qint64 stepsDone(qint64 counted, qint64 failed)
{
    return std::max<qint64>(0, counted - failed);
}

std::optional<qint64> stepsDone(const AttemptRecord& record)
{
    return record.edgesDone ? std::optional(stepsDone(*record.edgesDone, record.edgesFailed.value_or(0)))
                            : std::nullopt;
}

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

QVector<EdgeRecord> FailedSteps::steps() const
{
    QVector<EdgeRecord> steps = m_steps;
    steps.removeIf([this](const EdgeRecord& step) {
        return step.end < m_commandStarted || (m_stopped && step.end > *m_stopped);
    });
    return steps;
}

std::optional<EdgeRecord> FailedSteps::first() const
{
    const QVector<EdgeRecord> failed = steps();
    return failed.isEmpty() ? std::nullopt : std::optional(failed.first());
}

}
