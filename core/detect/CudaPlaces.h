// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

// Where toolkits are installed by default on this system, and where cuDNN headers may lie beside them.
QStringList usualCudaRoots(const ProbeContext& context);
QStringList usualCudnnFolders(const ProbeContext& context);
QString nvccName(); // "nvcc" or "nvcc.exe"

}
