// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// The system that a request is for: of its facts, else as its folders are written.
Platform platformOf(const BuildRequest& request);

// The same build on a machine of the other system that nobody looked at: with usual places for folders,
// toolkit and interpreter, without the facts, and without what names other places of this system. `notes`
// gets a sentence for what its reader has to see to.
BuildRequest forOtherSystem(BuildRequest request, Platform platform, QStringList& notes);

}
