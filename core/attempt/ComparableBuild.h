// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

namespace torchmason {

// What makes the edges of two builds comparable: the tree, the build type, the architectures, the compiler:
// "pytorch|Release|12.0|gcc 12".
QString comparableBuild(const BuildRequest& request);

}
