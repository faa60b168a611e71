// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FailedSteps.h"

#include "core/request/StageCatalogue.h"
#include "core/store/EventNames.h"

#include <algorithm>

namespace torchmason {

namespace {

// Stages overlap: what another one starts makes no failed step good.
bool startsNinja(const AttemptEvent& event)
{
    const auto stage = stageKindFromId(event.stage);
    return event.type == eventName::commandStarted && stage && stageFacts(*stage).runsNinja;
}

}

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
        if (startsNinja(event) && startedAt)
            m_commandStarted = std::max(m_commandStarted, event.time - *startedAt);
        if (event.type == eventName::stopRequested && startedAt && !m_stopped)
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
