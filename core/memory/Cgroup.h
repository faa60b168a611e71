// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/MemoryReader.h"

#include <QString>

namespace torchmason {

// What control groups of version 1 or 2, ours and those above, leave us: the limits of containers and
// services.
struct CgroupMemory {
    Bytes limit = 0; // the smallest one
    Bytes left = 0; // in the group that has least left; file cache that the kernel would give back counts
};
// nullopt where nothing limits us.
std::optional<CgroupMemory> readCgroupMemory(const KernelFolders& folders);

// How many logical processors we may keep busy, where containers, services or an affinity limit us.
struct ProcessorLimit {
    int usable = 0; // a quota of one and a half processors counts as two
    QString by; // "cpu.max", "cpu.cfs_quota_us", "affinity"
};
// The tightest one; nullopt where nothing is known to limit us. An affinity of all processors is told, too.
std::optional<ProcessorLimit> readProcessorLimit(const KernelFolders& folders);

// How many processors a list like "0-15,20,24-31" names.
int countInCpuList(const QByteArray& list);

// What stands in the first line behind `name`, which begins it; empty where there is none.
QByteArray lineValue(const QByteArray& text, const QByteArray& name);

}
