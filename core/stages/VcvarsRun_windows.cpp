// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
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
Result<QByteArray> outputOfVcvars(const QString& script)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.setProgram(commandInterpreter());
    process.setNativeArguments(
        QStringLiteral("/u /d /s /c \"\"%1\" >nul && set\"").arg(QDir::toNativeSeparators(script)));
    process.start();
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit)
        return Error { Core::tr("Cannot run %1: %2.").arg(script, process.errorString()) };
    if (process.exitCode() != 0)
        return Error { Core::tr("%1 ended with exit code %2; repair Visual Studio's C++ workload.")
                           .arg(script)
                           .arg(process.exitCode()) };
    return process.readAllStandardOutput();
}

}
