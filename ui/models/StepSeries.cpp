// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/StepSeries.h"

#include <QHash>
#include <QPair>

namespace torchmason {

namespace {

StepState stateOf(const EdgeRecord& ended)
{
    return ended.cutOff ? StepState::CutOff : ended.failed ? StepState::Failed : StepState::Done;
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

ShownTimeline StepSeries::shown() const
{
    const qint64 now = m_newest.elapsed;
    QHash<QPair<QString, qint64>, StepState> open; // by output and start
    QVector<EdgeRecord> edges = m_ended;
    const auto add = [&](const QString& output, const QString& language, Milliseconds age,
                         std::optional<Bytes> memory, StepState state) {
        EdgeRecord edge = openStep(output, language, age, now);
        edge.peakMemory = memory;
        if (hasEnded(edge, m_ended))
            return;
        open.insert({ edge.output, edge.start }, state);
        edges.append(edge);
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
    if (m_isCutShort)
        edges += m_last.cutOff(m_ended);
    ShownTimeline shown { timelineOf(std::move(edges)), {} };
    shown.states.reserve(shown.timeline.edges.size());
    for (const TimelineEdge& edge : shown.timeline.edges) {
        const auto found = edge.record.end == now ? open.constFind({ edge.record.output, edge.record.start })
                                                  : open.constEnd();
        shown.states.append(found != open.constEnd() ? *found : stateOf(edge.record));
    }
    return shown;
}

}
