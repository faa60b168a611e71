// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

class QProcess;

namespace torchmason {

// What QLocalServer should listen to under this name. On Linux a path in a folder that only this user can
// enter, made where it is missing: below XDG_RUNTIME_DIR, else in /tmp, and where somebody else has taken
// that name, in /var/tmp or the data folder, which the log says. Fails where there is none. Windows needs no
// folder: its pipes have access lists.
Result<QString> privateSocketName(const QString& name);
// Of an attempt; short, because a socket's path has 107 bytes.
Result<QString> runnerSocketName(const QString& attemptId);
// The first of them that only this user can enter, made where it is missing.
Result<QString> privateFolderAmong(const QStringList& folders);

// Whether the process at the other end of a connected local socket is this user's; on Windows the one that
// listens.
bool isThisUsers(qintptr socketDescriptor);

// Before the start of a process: what happens to our terminal (Ctrl-C, the window closed) must not reach it.
void leaveTerminal(QProcess& process);

}
