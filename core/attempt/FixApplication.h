// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/BuildRequest.h"
#include "core/findings/Finding.h"

namespace torchmason {

// Changes the request of the next attempt as the fix says: set-flag, append-flag, unset-flag, set-environment,
// gate, clean and jobs. Advice in words (kind "text"), kinds of later versions and what is so already are an
// error that says so, and change nothing.
Result<void> applyFix(const Fix& fix, BuildRequest& request);

// A change of what CMake or ninja is told acts only from that stage on: the attempt begins there at the
// latest. `stage` is "configure" or "compile".
void startNoLaterThan(const QString& stage, BuildRequest& request);

}
