// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/detect/HostFacts.h"

namespace torchmason {

// Why an attempt cannot be done again with these wishes, a sentence for the author of the command; empty
// where it can.
QString refusalForRetry(const RequestWishes& wishes);

// What the user wants otherwise this time, over the request of an attempt that is done again; it begins early
// enough for that to act. `facts` are of a look at the machine with these wishes. An error: a program that
// was chosen does not answer, another release cannot be fetched, there is no such cache.
Result<void> putOver(const RequestWishes& wishes, const HostFacts& facts, BuildRequest& request);

}
