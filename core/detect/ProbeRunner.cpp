// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"

#include "core/base/ProgramStart.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>

namespace torchmason {

namespace {

constexpr qsizetype outputLimit = qsizetype(mebibyte);
constexpr int killedGoesWithin = 10'000; // ms; a loaded machine takes a while

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
    , m_searchPath(foldersOfPath(environment.value(QStringLiteral("PATH"))))
{
    // English and plain text, whatever the user's locale.
    m_environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
}

QString ProcessProbeRunner::findProgram(const QString& name) const
{
    return torchmason::findProgram(name, m_searchPath);
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
    if (!startProgram(process, program, arguments, QIODevice::ReadWrite))
        return answer;
    answer.started = true;
    while (!process.waitForFinished(25) && process.state() != QProcess::NotRunning) {
        collect(process, answer);
        answer.timedOut = clock.hasExpired(limit.count());
        if (answer.timedOut || isFlood(answer) || m_cancelled) {
            killProbe(process);
            process.waitForFinished(killedGoesWithin);
            return answer;
        }
    }
    collect(process, answer);
    if (process.exitStatus() == QProcess::NormalExit)
        answer.exitCode = process.exitCode();
    return answer;
}

}
