// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// Sanitizers look at the code that runs, and make it several times slower: rows that take the same way
// through it with other values, or build for it alone, are tried in the other builds only.
#ifdef TORCHMASON_SANITIZED
constexpr bool isSample = true;
#else
constexpr bool isSample = false;
#endif

}
