// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessTable.h"

namespace torchmason {

// Asked of /proc, not of the code under test.
inline QVector<qint64> alive(const QByteArray& mark)
{
    QVector<qint64> pids;
    for (const ProcessEntry& process : readProcesses()) {
        if (!process.isDead && carriesMark(process.pid, mark))
            pids << process.pid;
    }
    return pids;
}

}
