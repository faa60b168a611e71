// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <atomic>
#include <memory>
#include <optional>

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

// The door to Windows' registry, of which 64-bit programs' side is seen. Keys are written as regedit exports
// them, "HKEY_LOCAL_MACHINE\SOFTWARE\Python". Called from several threads at once.
class RegistryReader {
public:
    virtual ~RegistryReader() = default;
    // The value `name` of `key`, its default value where that is empty. Numbers are decimal, variables in
    // text are replaced; nullopt where there is no such value or of another type.
    virtual std::optional<QString> text(const QString& key, const QString& name) const = 0;
    // Names of the keys below; none where there is no such key.
    virtual QStringList keys(const QString& key) const = 0;
};

// Of this machine. On other systems than Windows there is nothing in it.
std::shared_ptr<const RegistryReader> systemRegistry();

}
