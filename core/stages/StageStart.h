// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

namespace torchmason {

// A change of what a stage is told acts only from that stage on: the attempt begins there at the latest.
// `stage` is a stage's id, "fetch" to "verify".
void startNoLaterThan(const QString& stage, BuildRequest& request);

// Another configuration than the one that failed, or than the one that was accepted.
void configureAgain(BuildRequest& request);

}
