// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

namespace torchmason {

// How many steps the whole build has that this attempt goes on with: ninja counts only what is left to do. 0
// where it goes on with none, or with one that built something else. Reads the attempts before it.
qint64 stepsOfWholeBuild(const AttemptRecord& record, const AttemptStore& store);

}
