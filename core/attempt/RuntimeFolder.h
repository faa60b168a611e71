// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// A folder that only this user can enter, made where it is missing, for sockets. Fails where somebody else
// owns it or may enter it. Windows needs none: its pipes have access lists.
Result<QString> runtimeFolder();
// What QLocalServer should listen to for an attempt; short, because a socket's path has 107 bytes.
Result<QString> runnerSocketName(const QString& attemptId);

}
