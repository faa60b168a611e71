// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/StepSeries.h"

#include <QPair>
#include <QSet>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

StepState stateOf(const EdgeRecord& ended)
{
    return ended.cutOff ? StepState::CutOff : ended.failed ? StepState::Failed : StepState::Done;
}

// Below those that ran, so that these have as many lanes as ran at the same time.
void addWaiting(ShownTimeline& shown, const EdgeRecord& step, StepState state)
{
    EdgeTimeline& timeline = shown.timeline;
    timeline.begin = timeline.edges.isEmpty() ? step.start : std::min(timeline.begin, step.start);
    timeline.end = std::max(timeline.end, step.end);
    timeline.edges.append({ step, edgeKind(step), timeline.lanes++ });
    shown.states.append(state);
}

}

Sample StepSeries::newest() const
{
    Sample sample = m_newest;
    sample.running.removeIf([this](const RunningEdge& edge) {
        return hasEnded(openStep(edge.output, edge.language, edge.age, m_newest.elapsed), m_ended);
    });
    return sample;
}

QVector<StepSeries::OpenStep> StepSeries::open() const
{
    QVector<OpenStep> steps;
    const auto add = [&](const QString& output, const QString& language, Milliseconds age,
                         std::optional<Bytes> memory, StepState state) {
        EdgeRecord edge = openStep(output, language, age, m_newest.elapsed);
        edge.peakMemory = memory;
        if (!hasEnded(edge, m_ended))
            steps.append({ std::move(edge), state });
    };
    for (const RunningEdge& edge : m_newest.running) {
        if (!waitsForFreeJob(edge, m_newest))
            add(edge.output, edge.language, edge.age, edge.memory, StepState::Running);
        else if (!isHeldBack(edge, m_newest))
            add(edge.output, edge.language, edge.age, std::nullopt, StepState::WaitsForFreeJob);
    }
    const auto heldBack = m_newest.gate ? m_newest.gate->heldBack : QVector<HeldBackEdge>();
    for (const HeldBackEdge& edge : heldBack)
        add(edge.output, edge.language, edge.waited, std::nullopt, StepState::HeldBack);
    return steps;
}

ShownTimeline StepSeries::shown() const
{
    const qint64 now = m_newest.elapsed;
    const QVector<OpenStep> openSteps = open();
    QSet<QPair<QString, qint64>> running; // by output and start
    QVector<EdgeRecord> ran = m_ended;
    for (const OpenStep& step : openSteps) {
        if (step.state != StepState::Running)
            continue;
        running.insert({ step.record.output, step.record.start });
        ran.append(step.record);
    }
    if (m_isCutShort)
        ran += m_last.cutOff(m_ended);
    ShownTimeline shown { timelineOf(std::move(ran)), {}, 0 };
    shown.atOnce = shown.timeline.lanes;
    shown.states.reserve(shown.timeline.edges.size());
    for (const TimelineEdge& edge : std::as_const(shown.timeline.edges)) {
        const bool runs
            = edge.record.end == now && running.contains({ edge.record.output, edge.record.start });
        shown.states.append(runs ? StepState::Running : stateOf(edge.record));
    }
    for (const OpenStep& step : openSteps) {
        if (step.state != StepState::Running)
            addWaiting(shown, step.record, step.state);
    }
    return shown;
}

}
