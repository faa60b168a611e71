// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StageMakers.h"

namespace torchmason {

// What follows from a request without being said in it: the variables by which compilers, CMake and Python
// find the CUDA toolkit and the virtual environment that were chosen, whatever else is installed, and both in
// front of PATH.
QVector<EnvironmentValue> computedEnvironment(const StageContext& context);

// The toolkit's folder, as the flags or the environment name it; empty for builds without CUDA and where
// nothing names one.
QString cudaRoot(const BuildRequest& request);

}
