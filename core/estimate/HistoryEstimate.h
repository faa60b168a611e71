// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/estimate/EarlierBuild.h"
#include "core/estimate/Estimate.h"

namespace torchmason {

// Puts what this machine has seen itself over what the table says, figure by figure, and names the attempts.
// Builds with the same options give narrow ranges, an unfinished one of them a wide one; of others only the
// time is used, scaled by the table. `choice` is made with facts that have the builtFolders() of these
// builds.
void takeHistory(BuildEstimate& estimate, const BuildChoice& choice, const QVector<EarlierBuild>& builds,
    bool treeIsThere);

}
