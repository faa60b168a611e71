// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Detection.h"
#include "core/detect/ProbeRunner.h"

#include <functional>
#include <optional>

namespace torchmason {

// Reads a number like "12.2.0" out of a tool's first lines; empty where there is none.
QString versionIn(const QString& text);

// What a probe looks at: commands, files below `root`, environment, registry. Tests fake all of them.
struct ProbeContext {
    std::shared_ptr<const ProbeRunner> runner;
    QString root; // put before absolute paths such as /proc; empty for the real machine
    QProcessEnvironment environment;
    std::shared_ptr<const RegistryReader> registry = systemRegistry();
    DetectionWishes wishes;
    Milliseconds limit { 8000 }; // for each command: a busy machine needs seconds for what takes a tenth

    std::optional<QByteArray> readFile(const QString& path) const;
    // Absolute, without root.
    QStringList folders(const QString& parent, const QStringList& patterns) const;
    QStringList files(const QString& parent, const QStringList& patterns) const;
    bool exists(const QString& path) const;
    // With all links followed and without root; the path as it is where nothing is there.
    QString realPath(const QString& path) const;
    QString homeFolder() const; // as the environment names it, with forward slashes
    QString variable(const char* name) const;
    // The user's override, else what PATH finds.
    QString program(const QString& overrideKey, const QString& name) const;
    // Standard output and, after it, standard error; fails where the command did not start, hung or failed.
    Result<QByteArray> output(const QString& program, const QStringList& arguments) const;
    // What `read` finds in the answer to --version; fails where that is nothing.
    Result<QString> version(const QString& program, QString (*read)(const QString&) = versionIn) const;
    // How long a probe waits for several commands that run at once; a process that the kernel holds on to
    // cannot even be killed, and must not take the answers of the others with it.
    Milliseconds patience() const { return 2 * limit + Milliseconds(500); }
};

Error noAnswerInTime(const QString& program, Milliseconds limit);
Error notStarted(const QString& program);

// What a probe learned, put into the facts by the one thread that collects them.
using FactsChange = std::function<void(HostFacts&)>;

struct Probe {
    QString name; // "gpu", "memory"...
    std::function<FactsChange(const ProbeContext&)> look;
};

// All probes of this system, in the order in which facts are listed.
QVector<Probe> allProbes();

FactsChange unknownChange(const QString& probe, const QString& reason);

// One question per function; those in *_linux.cpp and *_windows.cpp differ by system.
FactsChange probeSystem(const ProbeContext& context);
FactsChange probeProcessor(const ProbeContext& context);
FactsChange probeMemory(const ProbeContext& context);
FactsChange probeDisks(const ProbeContext& context);
FactsChange probeGpus(const ProbeContext& context);
FactsChange probeCuda(const ProbeContext& context);
FactsChange probeCompilers(const ProbeContext& context);
FactsChange probePythons(const ProbeContext& context);
FactsChange probeEnvironment(const ProbeContext& context);
FactsChange probeTrials(const ProbeContext& context);
FactsChange probeTool(const ProbeContext& context, const QString& name);

QString machineName(); // of the processor that runs here: "x86_64", "aarch64"

}
