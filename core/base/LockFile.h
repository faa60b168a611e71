// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QLockFile>

namespace torchmason {

// Takes the lock within `patience` milliseconds. A process that lives keeps it, however long; an empty one,
// as a power cut or a full disk leaves it, belongs to nobody. Where this fails the error names the file.
Result<void> takeLock(QLockFile& lock, int patience);

}
