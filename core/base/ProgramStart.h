// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QIODevice>
#include <QString>
#include <QStringList>

class QProcess;

namespace torchmason {

// The absolute path of a program in the first of these folders that has it; empty where none has. A path is
// answered as it is. On Windows only real programs count: a batch file of that name is passed over, because
// cmd.exe would run it and act upon its arguments.
QString findProgram(const QString& name, const QStringList& folders);

// The absolute folders of a PATH, of that of this process if no other is named. "." and the like are passed
// over: there, a tree of others could bring programs of its own.
QStringList foldersOfPath(const QString& path = qEnvironmentVariable("PATH"));

// Starts it and waits until it runs. A bare name is looked for in the PATH of this process. The error is one
// sentence: what cannot be started and why, also where Windows would not start it as it is meant (see
// checkWindowsCommand).
Result<void> startProgram(QProcess& process, const QString& program, const QStringList& arguments,
    QIODevice::OpenMode mode = QIODevice::ReadOnly);

}
