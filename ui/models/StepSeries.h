// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"
#include "core/history/RunningSteps.h"

#include <QVector>

namespace torchmason {

enum class StepState { Done, Failed, Running, HeldBack, WaitsForFreeJob, CutOff };

struct ShownTimeline {
    EdgeTimeline timeline;
    QVector<StepState> states; // of its edges, in their order
    int atOnce = 0; // at most so many ran at the same time; the lanes below these hold what waits
};

// The steps of an attempt: those that have ended, of a running one those that the newest sample tells of, and
// of one that was stopped those that were running then.
class StepSeries {
public:
    void clear() { *this = {}; }
    void append(const QVector<EdgeRecord>& edges) { m_ended += edges; }
    void setNewest(const Sample& sample) { m_newest = sample; }
    void forgetRunning() { m_newest = {}; }
    void addEvents(const QVector<AttemptEvent>& events) { m_last.add(events); }
    void addSample(const Sample& sample) { m_last.add(sample); } // each
    void setCutShort(bool cutShort) { m_isCutShort = cutShort; }

    const QVector<EdgeRecord>& ended() const { return m_ended; }
    // The newest sample without what has ended since.
    Sample newest() const;
    // Those that run, wait or are held back end at the newest sample. What waits stands last, each in a lane.
    ShownTimeline shown() const;

private:
    struct OpenStep {
        EdgeRecord record;
        StepState state = StepState::Running;
    };
    QVector<OpenStep> open() const; // steps that are not over

    QVector<EdgeRecord> m_ended;
    Sample m_newest;
    LastSteps m_last;
    bool m_isCutShort = false;
};

}
