// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/request/Configuration.h"

#include <QString>

#include <optional>

namespace torchmason {

// What one compiler process takes at its worst: 2 GB for C++, 3 GB for CUDA without flash attention,
// 5 GB with it for one architecture, 8 GB for several. Fitted to published out-of-memory reports.
Bytes memoryPerJob(const HostFacts& facts, const Configuration& configuration);

// How many compilers the variable MAX_JOBS allows, which PyTorch's own scripts read: of the
// configuration, else of our own environment for a build on this machine. nullopt where it is not set, or is
// no number of jobs.
std::optional<int> maxJobsOf(const Configuration& configuration, const HostFacts& facts);

// Jobs for this machine with the reason: "6 jobs: 2 GB of RAM each, 14.2 GB are available".
struct JobAdvice {
    int jobs = 1;
    QString reason;
};
JobAdvice adviseJobs(const HostFacts& facts, const Configuration& configuration);
// The same where the memory gate holds back what does not fit: "8 jobs: one for each of 8 logical
// processors".
JobAdvice adviseGatedJobs(const HostFacts& facts);

}
