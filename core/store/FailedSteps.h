// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QVector>

#include <optional>

namespace torchmason {

// The steps of an attempt that have failed; ninja counts them as done. Those of a command that was tried
// again have failed nothing yet, and compilers that were stopped have not failed.
class FailedSteps {
public:
    void addSteps(const QVector<EdgeRecord>& edges);
    // `startedAt`: of the attempt, UTC milliseconds; nullopt: not known yet.
    void addEvents(const QVector<AttemptEvent>& events, std::optional<qint64> startedAt);
    int count() const;
    std::optional<EdgeRecord> first() const;

private:
    bool counts(const EdgeRecord& step) const;

    QVector<EdgeRecord> m_steps;
    qint64 m_commandStarted = 0; // the last one; milliseconds since the attempt began, as the next one
    std::optional<qint64> m_stopped;
};

}
