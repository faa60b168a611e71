// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/findings/Finding.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// The line of a fix that the user may run, for this system and this build (nullptr: of which nothing is
// known). Empty where the fix has none, or what it names is not known.
QString commandOf(const Fix& fix, const Finding& finding, const BuildRequest* build, const HostFacts& facts);

}
