// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gate/Admission.h"

#include <QVector>

namespace torchmason {

// How many compilers the memory gate lets run at a time: the mean of the last minute, at most its limit, and
// anew when the limits change. Only moments at which others wait count, for at all others it is not the gate
// that decides.
class GateJobs {
public:
    // About once a second; `now` in milliseconds.
    void add(const GateState& state, qint64 now);
    // The limit, as long as no compiler has waited.
    int jobs() const;

private:
    struct Moment {
        qint64 time = 0;
        int running = 0;
    };

    QVector<Moment> m_moments;
    GateLimits m_limits;
};

}
