// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/MemoryReader.h"

namespace torchmason {

// What control groups of version 1 or 2, ours and those above, leave us: the limits of containers and
// services.
struct CgroupMemory {
    Bytes limit = 0; // the smallest one
    Bytes left = 0; // in the group that has least left; file cache that the kernel would give back counts
};
// nullopt where nothing limits us.
std::optional<CgroupMemory> readCgroupMemory(const KernelFolders& folders);

// The machine's figures as they are inside of the limits.
MemoryReading withinLimit(MemoryReading machine, const std::optional<CgroupMemory>& group);

}
