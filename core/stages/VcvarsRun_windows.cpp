// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/EnvironmentCapture.h"

#include <QDir>
#include <QProcess>

namespace torchmason {

namespace {

// Not the one of %COMSPEC% or of a folder that comes first in PATH.
QString commandInterpreter()
{
    return qEnvironmentVariable("SystemRoot", QStringLiteral("C:\\Windows"))
        + QStringLiteral("\\System32\\cmd.exe");
}

}

// A batch file can only be run by cmd.exe, which splits its command line by rules of its own, so the line is
// written whole: /s takes away the outer quotes and leaves the inner ones, /d runs nothing of the registry's
// AutoRun, /u makes `set` print UTF-16.
void setVcvarsCommand(QProcess& process, const QString& script)
{
    process.setProgram(commandInterpreter());
    process.setNativeArguments(
        QStringLiteral("/u /d /s /c \"\"%1\" >nul && set\"").arg(QDir::toNativeSeparators(script)));
}

}
