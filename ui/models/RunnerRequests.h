// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// Commands to the runner of the attempt in this folder. Both wait for the answer, also of a runner that is
// still starting, for five seconds, and succeed where the attempt has ended already. For a worker thread.
Result<void> stopAttempt(const QString& folder);
// The number of compilers at once from now on.
Result<void> changeJobs(const QString& folder, int jobs);

}
