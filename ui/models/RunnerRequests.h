// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>

namespace torchmason {

// What the window asks of the runner of the attempt in this folder. Both wait for the answer, also of one
// that has only just been started, and end well where the attempt is over already. For a worker thread.
Result<void> stopAttempt(const QString& folder, Milliseconds patience);
// So many compilers at once from now on.
Result<void> changeJobs(const QString& folder, int jobs, Milliseconds patience);

}
