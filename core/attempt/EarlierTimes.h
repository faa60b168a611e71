// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/NinjaLogReader.h"
#include "core/store/AttemptStore.h"

#include <QVector>

namespace torchmason {

// What makes the edges of two builds comparable: the tree, the build type, the architectures, the compiler:
// "pytorch|Release|12.0|gcc 12".
QString comparableBuild(const BuildRequest& request);
QString comparableTree(const BuildRequest& request); // its first part alone

// How long edges took in attempts before this one, the newest first: comparable builds, or, where there is
// none, other builds of the same tree. With what a compiler cache had in them: StepTimes tells it apart.
// Reads the records of the last sixty attempts at most.
QVector<TimedBuild> earlierTimes(const AttemptStore& store, const BuildRequest& request, int before);

}
