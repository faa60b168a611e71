// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace torchmason {

// Gets the lines that a step writes into the log of its stage.
using Print = std::function<void(const QString&)>;

}
