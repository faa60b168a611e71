// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/HostSampler.h"

namespace torchmason {

// The resident memory of a process and everybody below it, without what they share with others as far as
// that is cheap to know. 0 where it is gone. For a few processes several times a second.
Bytes readTreeMemory(const KernelFolders& folders, qint64 pid);

}
