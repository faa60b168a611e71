// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

namespace torchmason {

// Of a build of 100 steps.
inline BuildProgress progressOf(
    qint64 done, std::optional<Milliseconds> low, std::optional<Milliseconds> high)
{
    BuildProgress progress;
    progress.done = done;
    progress.total = 100;
    progress.remainingLow = low;
    progress.remainingHigh = high;
    return progress;
}

}
