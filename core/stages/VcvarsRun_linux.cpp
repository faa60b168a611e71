// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/EnvironmentCapture.h"

#include <QProcess>

namespace torchmason {

Result<QByteArray> outputOfVcvars(const QString& script)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(script, QStringList());
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit)
        return Error { QStringLiteral("Cannot run %1: %2.").arg(script, process.errorString()) };
    if (process.exitCode() != 0)
        return Error { QStringLiteral("%1 ended with exit code %2.").arg(script).arg(process.exitCode()) };
    return process.readAllStandardOutput();
}

}
