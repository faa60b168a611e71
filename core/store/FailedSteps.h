// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QVector>

#include <optional>

namespace torchmason {

// Done is what ended well. Ninja's count has the steps that failed, too.
qint64 stepsDone(qint64 counted, qint64 failed);
// The same of an attempt as its record tells it; nullopt where nothing was counted.
std::optional<qint64> stepsDone(const AttemptRecord& record);

// The steps of an attempt that have failed. Those of a command that was tried again have failed nothing yet,
// and compilers that were stopped have not failed.
class FailedSteps {
public:
    void addSteps(const QVector<EdgeRecord>& edges);
    // `startedAt`: of the attempt, UTC milliseconds; nullopt: not known yet.
    void addEvents(const QVector<AttemptEvent>& events, std::optional<qint64> startedAt);
    QVector<EdgeRecord> steps() const;
    int count() const { return int(steps().size()); }
    std::optional<EdgeRecord> first() const;

private:
    QVector<EdgeRecord> m_steps;
    // The last one that runs ninja; milliseconds since the attempt began, as the next one.
    qint64 m_commandStarted = 0;
    std::optional<qint64> m_stopped;
};

}
