// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

namespace torchmason {

// Time counters of one core since the machine started, in any unit that both share.
struct CoreTimes {
    int core = 0;
    quint64 busy = 0;
    quint64 total = 0;
};

// The "cpuN" lines of /proc/stat. Time spent waiting for disks counts as idle.
QVector<CoreTimes> parseCpuLines(const QByteArray& text);

// Loads between two readings. Counters may go backwards after suspend and cores may come and go, so
// differences are clamped to 0..1 and a core that is new has load 0.
class CoreLoad {
public:
    // One load a core, in the order of `times`; empty at the first call.
    QVector<double> update(const QVector<CoreTimes>& times);

private:
    QVector<CoreTimes> m_last;
};

}
