// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"

#include <QVector>

namespace torchmason {

enum class StepState { Done, Failed, Running, HeldBack, WaitsForTurn };

// Whether only its launcher is there, which waits until a job is free. The gate expects something of each
// that it has let in; what makes code does not pass it.
bool waitsForTurn(const RunningEdge& edge, const Sample& sample);
// Whether the gate names it as held back; its launcher is among those that run, too.
bool isHeldBack(const RunningEdge& edge, const Sample& sample);

struct ShownTimeline {
    EdgeTimeline timeline;
    QVector<StepState> states; // of its edges, in their order
};

// The steps of an attempt: those that have ended, and of a running one those that the newest sample tells of.
class StepSeries {
public:
    void clear() { *this = {}; }
    void append(const QVector<EdgeRecord>& edges) { m_ended += edges; }
    void setNewest(const Sample& sample) { m_newest = sample; }
    void forgetRunning() { m_newest = {}; }

    const QVector<EdgeRecord>& ended() const { return m_ended; }
    // Those that run, wait or are held back end at the newest sample.
    ShownTimeline shown() const;

private:
    QVector<EdgeRecord> m_ended;
    Sample m_newest;
};

}
