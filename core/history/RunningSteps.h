// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptStore.h"

#include <QVector>

namespace torchmason {

// Whether only its launcher is there, which waits until a job is free. The gate expects something of each
// that it has let in; what makes code does not pass it.
bool waitsForFreeJob(const RunningEdge& edge, const Sample& sample);
// Whether the gate names it as held back; its launcher is among those that run, too.
bool isHeldBack(const RunningEdge& edge, const Sample& sample);

// A step that has begun `age` ago and is not over.
EdgeRecord openStep(const QString& output, const QString& language, Milliseconds age, qint64 now);
// A step that ends is told of before the next sample forgets it.
bool hasEnded(const EdgeRecord& open, const QVector<EdgeRecord>& ended);

// The steps that were running when a build was stopped or broke off. Neither ninja nor edges.jsonl tells of
// them: they are those of the last sample that has some, exact to a second. Where it was asked to stop, that
// is the last one before: one that follows lacks what has been ended already. Takes all samples in their
// order.
class LastSteps {
public:
    // Before the samples that follow them.
    void add(const QVector<AttemptEvent>& events);
    void add(const Sample& sample);
    // Marked as cut off. Without those that `ended`, and those that make code, whose names do not tell that.
    QVector<EdgeRecord> cutOff(const QVector<EdgeRecord>& ended) const;

private:
    Sample m_last;
    std::optional<qint64> m_stop; // UTC milliseconds: when it was asked for
};

// Whether it ended before its work did.
bool isCutShort(const AttemptRecord& record);
// That it was asked to stop, and began to. What cannot be read tells of no stop.
QVector<AttemptEvent> stopEvents(const QString& attemptFolder);
// The cut steps of an attempt in its folder; none where it is not cut short.
Result<QVector<EdgeRecord>> readCutSteps(const AttemptSummary& attempt, const QVector<EdgeRecord>& ended);

}
