// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// The same build on an unknown machine of the other system: with usual places for its folders, without the
// facts, and without flags and variables that name places of this system. `notes` gets a sentence for what
// the reader of the script has to see to.
BuildRequest forOtherSystem(BuildRequest request, Platform platform, QStringList& notes);

}
