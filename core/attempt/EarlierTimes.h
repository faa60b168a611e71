// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/NinjaLogReader.h"
#include "core/store/AttemptStore.h"

#include <utility>

namespace torchmason {

// What makes the edges of two builds comparable: the tree, the build type, the architectures, the compiler:
// "pytorch|Release|12.0|gcc 12".
QString comparableBuild(const BuildRequest& request);

// How long edges took in attempts before this one, the newest first: comparable builds, or, where there is
// none, other builds of the same tree. Also says which attempt tells most of them: "attempt 12". Reads the
// records of the last sixty attempts at most.
std::pair<EdgeTimes, QString> earlierTimes(
    const AttemptStore& store, const BuildRequest& request, int before);

}
