// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace torchmason::gate {

// Ends a child of ours and all our descendants: asks first (SIGTERM), and kills what still runs after a
// second. The child itself is left to be waited for; 0 where it was.
void endFamilyOf(pid_t child);

}
