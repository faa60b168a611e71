// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace torchmason::gate {

// Whether compilers, linkers or their drivers say here that memory ran out. A compile error that quotes
// source in which such words stand is none.
bool tellsOfMemory(const char* bytes, std::size_t length);

}
