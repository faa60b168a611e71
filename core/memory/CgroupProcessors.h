// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KernelFile.h"

#include <optional>

namespace torchmason {

// How many logical processors we may keep busy, where containers, services or an affinity limit us.
struct ProcessorLimit {
    int usable = 0; // a quota of one and a half processors counts as two
    QString by; // "cpu.max", "cpu.cfs_quota_us", "affinity"
};
// The tightest one; nullopt where nothing is known to limit us. An affinity of all processors is told, too.
std::optional<ProcessorLimit> readProcessorLimit(const KernelFolders& folders);

// How many processors a list like "0-15,20,24-31" names.
int countInCpuList(const QByteArray& list);

}
