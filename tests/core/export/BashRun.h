// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace torchmason {

struct BashRun {
    bool started = false;
    int exitCode = -1;
    QByteArray output; // with MergedChannels of both streams
};

// `programs`: a folder that is looked into before all others.
inline BashRun runInBash(const QByteArray& script, const QString& programs = {},
    const QStringList& options = {}, QProcess::ProcessChannelMode channels = QProcess::SeparateChannels)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!programs.isEmpty())
        environment.insert("PATH", programs + ':' + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(channels);
    process.start("bash", options);
    if (!process.waitForStarted())
        return {};
    process.write(script);
    process.closeWriteChannel();
    const bool hasEnded // of whole builds, too
        = process.waitForFinished(1'200'000) && process.exitStatus() == QProcess::NormalExit;
    return { true, hasEnded ? process.exitCode() : -1, process.readAllStandardOutput() };
}

}
