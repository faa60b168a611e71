// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/StepSeries.h"

#include <QHash>
#include <QPair>

#include <algorithm>

namespace torchmason {

bool waitsForTurn(const RunningEdge& edge, const Sample& sample)
{
    return sample.gate && sample.gate->waitingCount > 0 && !edge.expected
        && edge.language != QLatin1String("other");
}

bool isHeldBack(const RunningEdge& edge, const Sample& sample)
{
    return sample.gate
        && std::any_of(sample.gate->heldBack.begin(), sample.gate->heldBack.end(),
            [&edge](const HeldBackEdge& held) { return held.output == edge.output; });
}

ShownTimeline StepSeries::shown() const
{
    const qint64 now = m_newest.elapsed;
    QHash<QPair<QString, qint64>, StepState> open; // by output and start
    QVector<EdgeRecord> edges = m_ended;
    const auto add = [&](const QString& output, const QString& language, Milliseconds age,
                         std::optional<Bytes> memory, StepState state) {
        EdgeRecord edge;
        edge.output = output;
        edge.language = language;
        edge.start = std::max<qint64>(0, now - age.count());
        edge.end = now;
        edge.peakMemory = memory;
        // A step that ends is told of before the next sample forgets it.
        const bool hasEnded = std::any_of(m_ended.begin(), m_ended.end(), [&edge](const EdgeRecord& ended) {
            return ended.end > edge.start && ended.output == edge.output;
        });
        if (hasEnded)
            return;
        open.insert({ edge.output, edge.start }, state);
        edges.append(edge);
    };
    for (const RunningEdge& edge : m_newest.running) {
        if (!waitsForTurn(edge, m_newest))
            add(edge.output, edge.language, edge.age, edge.memory, StepState::Running);
        else if (!isHeldBack(edge, m_newest))
            add(edge.output, edge.language, edge.age, std::nullopt, StepState::WaitsForTurn);
    }
    const auto heldBack = m_newest.gate ? m_newest.gate->heldBack : QVector<HeldBackEdge>();
    for (const HeldBackEdge& edge : heldBack)
        add(edge.output, edge.language, edge.waited, std::nullopt, StepState::HeldBack);
    ShownTimeline shown { timelineOf(std::move(edges)), {} };
    shown.states.reserve(shown.timeline.edges.size());
    for (const TimelineEdge& edge : shown.timeline.edges) {
        const auto found = edge.record.end == now ? open.constFind({ edge.record.output, edge.record.start })
                                                  : open.constEnd();
        shown.states.append(found != open.constEnd() ? *found
                : edge.record.failed                 ? StepState::Failed
                                                     : StepState::Done);
    }
    return shown;
}

}
