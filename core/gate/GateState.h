// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gate/Admission.h"

#include <QMetaType>

namespace torchmason {

// The memory gate at one moment, as it is shown.
struct GateState {
    GateLimits limits;
    QVector<GateEdge> edges; // running, yielding and waiting, in the order in which they asked
    qint64 preempted = 0; // since the build began
    qint64 retried = 0; // that had run out of memory
    qint64 now = 0; // monotonic, as the edges' times
};

// One command that ended, as its launcher measured it.
struct MeasuredEdge {
    QString output;
    QString language;
    Milliseconds wall { 0 }; // of the run that counts, without waiting
    Bytes peak = 0; // of its processes together, as far as that was seen
    Milliseconds processor { 0 }; // time that they had of processors, user and system
};

}

Q_DECLARE_METATYPE(torchmason::GateState)
Q_DECLARE_METATYPE(torchmason::MeasuredEdge)
