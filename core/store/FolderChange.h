// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "core/base/Result.h"

namespace torchmason {

// Puts a folder of the program elsewhere, from now on and for all programs. An empty path: the usual place.
// Nothing is moved or deleted: what is in the old folder stays there, and is found again when that one is
// chosen again. Fails while an attempt runs or waits, and for a place where no folder can be. Waits for
// disks.
Result<void> changeFolder(AppPaths::Place place, const QString& path);

}
