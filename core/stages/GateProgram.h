// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// The launcher that asks the runner before it starts a compiler. An update of the program does not change its
// path, which is part of every command: another path would compile everything again.
QString gateProgram(Platform platform);
// Copies the launcher that came with this program to gateProgram(), where another one or none lies there.
Result<void> installGate();
// Whether the build files of this folder, or its cache, name the gate.
bool namesGate(const QString& buildFolder);

}
