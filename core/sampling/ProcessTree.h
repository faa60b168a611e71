// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/HostSampler.h"

namespace torchmason {

// For each process, the resident memory of it and everybody below it, without what they share with others as
// far as that is cheap to know. 0 where it is gone. For some dozen processes several times a second.
QVector<Bytes> readTreesMemory(const KernelFolders& folders, const QVector<qint64>& pids);

}
