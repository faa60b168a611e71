// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

class QProcess;

namespace torchmason {

// What QLocalServer should listen to for an attempt; short, because a socket's path has 107 bytes. On Linux
// it lies in a folder that only this user can enter, made where it is missing; fails where somebody else owns
// it or may enter it. Windows needs none: its pipes have access lists.
Result<QString> runnerSocketName(const QString& attemptId);

// Before the start of a process: what happens to our terminal (Ctrl-C, the window closed) must not reach it.
void leaveTerminal(QProcess& process);

}
