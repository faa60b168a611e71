// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/FindingDecision.h"
#include "core/store/AttemptLines.h"

namespace torchmason {

// How the machine's memory stood while logs grew: which moment a line of a log belongs to.
class MemoryHistory {
public:
    // In the order of time.
    void add(const Sample& sample);
    // The minute up to the first sample after that byte of the stage's log was written; nullopt where no
    // sample tells.
    std::optional<MemoryMoment> before(const QString& stage, qint64 offset) const;

private:
    struct Moment {
        QString stage;
        qint64 elapsed = 0; // milliseconds
        qint64 offset = 0;
        Bytes total = 0;
        Bytes available = 0;
    };
    QVector<Moment> m_moments;
};

}
