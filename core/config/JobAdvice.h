// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Configuration.h"
#include "core/detect/HostFacts.h"

namespace torchmason {

// What one compiler process takes at its worst: 2 GB for C++, 3 GB for CUDA without flash attention,
// 5 GB with it for one architecture, 8 GB for several. Fitted to published out-of-memory reports.
Bytes memoryPerJob(const HostFacts& facts, const Configuration& configuration);

}
