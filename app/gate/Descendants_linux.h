// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace torchmason::gate {

// Ends a child of ours and everybody below us: asks first (SIGTERM), and kills who is still there after a
// second. The child itself is left to be waited for; 0 where it was.
void endFamilyOf(pid_t child);

}
