// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>

namespace torchmason {

// Asks the runner of the attempt in this folder to stop and waits for its answer, also for one that has
// only just been started. Ends well where the attempt is over already. For a worker thread.
Result<void> stopAttempt(const QString& folder, Milliseconds patience);

}
