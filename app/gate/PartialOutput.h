// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace torchmason::gate {

// Removes the file that a command was writing (-o FILE, /FoFILE, /OUT:FILE) where it is a regular file that
// was written since `begin` (seconds since 1970): half an object with a fresh time would count as made.
void removePartialOutput(char** command, std::int64_t begin);

}
