// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

namespace torchmason {

// Runs one of the programs in resources/verify ("packages", "place", "identity") with `python`, isolated from
// the user's own packages and variables, and reads its line of JSON. It may take seconds. An error is a
// sentence: `failure` with the interpreter for %1 and the reason for %2.
Result<Json> askPython(
    const QString& python, const char* program, const QStringList& words, const QString& failure);

}
