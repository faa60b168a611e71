// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"

#include <optional>

class QWidget;

namespace torchmason {

// Asks for name and value of a -D entry, with its CMake type, or of an environment variable, without one.
// Nothing where the user cancels.
std::optional<FlagValue> askForEntry(bool environment, QWidget* parent);

}
