// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/RunningSteps.h"

#include "core/base/RegularFile.h"
#include "core/history/SampleLines.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/EventNames.h"

#include <algorithm>

namespace torchmason {

bool waitsForFreeJob(const RunningEdge& edge, const Sample& sample)
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

EdgeRecord openStep(const QString& output, const QString& language, Milliseconds age, qint64 now)
{
    EdgeRecord edge;
    edge.output = output;
    edge.language = language;
    edge.start = std::max<qint64>(0, now - age.count());
    edge.end = now;
    return edge;
}

bool hasEnded(const EdgeRecord& open, const QVector<EdgeRecord>& ended)
{
    return std::any_of(ended.begin(), ended.end(),
        [&open](const EdgeRecord& edge) { return edge.end > open.start && edge.output == open.output; });
}

void LastSteps::add(const QVector<AttemptEvent>& events)
{
    for (const AttemptEvent& event : events) {
        if (event.type == eventName::stopRequested && !m_stop)
            m_stop = event.time;
    }
}

// CMake compiles its small tests without ninja's count.
void LastSteps::add(const Sample& sample)
{
    const auto stage = stageKindFromId(sample.stage);
    if (m_stop && sample.time > *m_stop && !m_last.running.isEmpty())
        return;
    if (stage && stageFacts(*stage).runsNinja && !sample.running.isEmpty())
        m_last = sample;
}

QVector<EdgeRecord> LastSteps::cutOff(const QVector<EdgeRecord>& ended) const
{
    QVector<EdgeRecord> steps;
    for (const RunningEdge& running : m_last.running) {
        if (running.language == QLatin1String("other") || waitsForFreeJob(running, m_last)
            || isHeldBack(running, m_last))
            continue;
        EdgeRecord step = openStep(running.output, running.language, running.age, m_last.elapsed);
        step.peakMemory = running.memory;
        step.cutOff = true;
        if (!hasEnded(step, ended))
            steps.append(step);
    }
    return steps;
}

bool isCutShort(const AttemptRecord& record)
{
    return record.state == AttemptState::Failed || record.state == AttemptState::Stopped
        || record.state == AttemptState::Interrupted;
}

// Of events.jsonl, which has many others.
QVector<AttemptEvent> stopEvents(const QString& attemptFolder)
{
    constexpr qint64 longestLine = 1024 * 1024;
    QVector<AttemptEvent> events;
    RegularFile file(AttemptFiles::events(attemptFolder));
    if (!file.open(QIODevice::ReadOnly))
        return events;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(longestLine);
        const Json document = line.contains(eventName::stopRequested.data()) ? jsonLine(line) : Json();
        if (!document.is_object())
            continue;
        if (auto event = attemptEventFromJson(document))
            events.append(std::move(event).value());
    }
    return events;
}

Result<QVector<EdgeRecord>> readCutSteps(const AttemptSummary& attempt, const QVector<EdgeRecord>& ended)
{
    LastSteps last;
    if (!isCutShort(attempt.record))
        return QVector<EdgeRecord>();
    last.add(stopEvents(attempt.folder));
    const auto read = eachSample(attempt.folder, [&last](const Sample& sample) { last.add(sample); });
    if (!read)
        return read.error();
    return last.cutOff(ended);
}

}
