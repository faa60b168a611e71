// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>

namespace torchmason {

namespace {

constexpr qsizetype outputLimit = qsizetype(mebibyte);

void collect(QProcess& process, ProbeAnswer& answer)
{
    answer.standardOutput += process.readAllStandardOutput();
    answer.standardError += process.readAllStandardError();
}

bool isFlood(const ProbeAnswer& answer)
{
    return answer.standardOutput.size() > outputLimit || answer.standardError.size() > outputLimit;
}

}

ProcessProbeRunner::ProcessProbeRunner(const QProcessEnvironment& environment)
    : m_environment(environment)
    , m_searchPath(environment.value(QStringLiteral("PATH")).split(QDir::listSeparator(), Qt::SkipEmptyParts))
{
    // English and plain text, whatever the user's locale.
    m_environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
}

QString ProcessProbeRunner::findProgram(const QString& name) const
{
    return QStandardPaths::findExecutable(name, m_searchPath);
}

ProbeAnswer ProcessProbeRunner::run(
    const QString& program, const QStringList& arguments, Milliseconds limit) const
{
    ProbeAnswer answer;
    if (m_cancelled)
        return answer;
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.setStandardInputFile(QProcess::nullDevice());
    isolateProbe(process);
    QElapsedTimer clock;
    clock.start();
    process.start(program, arguments);
    if (!process.waitForStarted(int(limit.count())))
        return answer;
    answer.started = true;
    while (!process.waitForFinished(25) && process.state() != QProcess::NotRunning) {
        collect(process, answer);
        answer.timedOut = clock.hasExpired(limit.count());
        if (answer.timedOut || isFlood(answer) || m_cancelled) {
            killProbe(process);
            process.waitForFinished(500);
            return answer;
        }
    }
    collect(process, answer);
    if (process.exitStatus() == QProcess::NormalExit)
        answer.exitCode = process.exitCode();
    return answer;
}

}
