// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>

namespace torchmason {

// What `set` prints after the script was run, in a process of its own. The path must have passed
// checkVcvarsPath(). On Linux, where there is no cmd.exe, the script itself is run and has to print it: a
// stand-in for tests.
Result<QByteArray> outputOfVcvars(const QString& script);

}
