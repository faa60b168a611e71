// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/CMakeMessageJoiner.h"
#include "core/parse/Diagnostic.h"

#include <optional>

namespace torchmason {

// The error or warning that a tool says in this line, or in a whole message of CMake (CMakeMessageJoiner);
// nullopt where it is none. Notes and lines that only say that there was an error before them are none.
// `severity`: severityOf(line.text).
std::optional<Diagnostic> toolMessage(const LogLine& line, Severity severity);

}
