// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/HostSampler.h"
#include "core/sampling/MemoryReader.h"

namespace torchmason {

// A container's or service's memory limit, from control groups of version 1 or 2, ours and those above.
struct CgroupMemory {
    Bytes limit = 0;
    Bytes used = 0; // without file cache that the kernel would give back
};
std::optional<CgroupMemory> readCgroupMemory(const KernelFolders& folders);

// The machine's figures as they are inside of the limit.
MemoryReading withinLimit(MemoryReading machine, const std::optional<CgroupMemory>& limit);

}
