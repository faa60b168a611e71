// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Configuration.h"
#include "core/detect/HostFacts.h"

namespace torchmason {

// What one compiler process takes at its worst: 2 GB for C++, 3 GB for CUDA without flash attention,
// 5 GB with it for one architecture, 8 GB for several. Fitted to published out-of-memory reports.
Bytes memoryPerJob(const HostFacts& facts, const Configuration& configuration);

// How many compilers the variable MAX_JOBS allows, by which PyTorch's own scripts are told: of the
// configuration, else of our own environment for a build on this machine. nullopt where it is not set, or is no
// number of jobs.
std::optional<int> maxJobsOf(const Configuration& configuration, const HostFacts& facts);

}
