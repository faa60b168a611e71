// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

namespace torchmason {

// Compiles for one architecture less. `arch` as any tool writes it: "compute_89", "sm_120a", "8.9", "89",
// "arch=compute_86,code=sm_86". Changes TORCH_CUDA_ARCH_LIST, as flag or variable, and
// CMAKE_CUDA_ARCHITECTURES; an error where neither names it, or where nothing else would be left.
Result<void> removeArchitecture(const QString& arch, BuildRequest& request);

}
