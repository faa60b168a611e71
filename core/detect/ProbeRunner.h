// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <atomic>
#include <memory>

class QProcess;

namespace torchmason {

// What a short command printed. A probe that printed more than a megabyte is cut off.
struct ProbeAnswer {
    bool started = false;
    bool timedOut = false;
    int exitCode = -1;
    QByteArray standardOutput;
    QByteArray standardError;
};

// The door to short commands whose output is the answer. Called from several threads at once.
class ProbeRunner {
public:
    virtual ~ProbeRunner() = default;
    virtual ProbeAnswer run(
        const QString& program, const QStringList& arguments, Milliseconds limit) const = 0;
    // Absolute path of a program on PATH, empty where there is none.
    virtual QString findProgram(const QString& name) const = 0;
};

// Real processes, each in a session of its own, so that a hanging tool dies with everything it started.
class ProcessProbeRunner final : public ProbeRunner {
public:
    explicit ProcessProbeRunner(const QProcessEnvironment& environment);

    ProbeAnswer run(const QString& program, const QStringList& arguments, Milliseconds limit) const override;
    QString findProgram(const QString& name) const override;
    // Ends all running commands soon; from now on nothing is started.
    void cancel() { m_cancelled = true; }

private:
    QProcessEnvironment m_environment;
    QStringList m_searchPath;
    std::atomic<bool> m_cancelled = false;
};

// What differs by system: a session of its own before the start, and the end of everything in it.
void isolateProbe(QProcess& process);
void killProbe(QProcess& process);

}
