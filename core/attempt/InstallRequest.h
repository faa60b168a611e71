// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// The attempt that puts the wheel of an earlier one into an environment: its install stage alone. Fails with
// a sentence where that one packed no wheel, or it is not there any more.
Result<BuildRequest> requestToInstall(const AttemptRecord& record, const InstallTarget& target);

// The attempt that takes back what an earlier one installed. Whether there is something to take back, and
// what, lookAtInstallUndo() tells. Fails with a sentence where that one installed nothing.
Result<BuildRequest> requestToTakeBack(const AttemptRecord& record);

}
