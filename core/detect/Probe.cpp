// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/DiskSpace.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/detect/LinuxFiles.h"
#include "core/detect/WindowsPlaces.h"
#include "core/memory/MemoryReader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSysInfo>

namespace torchmason {

namespace {

QStringList entries(
    const QString& root, const QString& parent, const QStringList& patterns, QDir::Filters kind)
{
    QStringList found;
    for (const QString& name : QDir(root + parent).entryList(patterns, kind, QDir::Name))
        found << parent + QLatin1Char('/') + name;
    return found;
}

// Containers are marked in different ways, some without a name.
QString containerName(const ProbeContext& context)
{
    if (!context.variable("KUBERNETES_SERVICE_HOST").isEmpty())
        return QStringLiteral("kubernetes");
    if (context.exists(QStringLiteral("/.dockerenv")))
        return QStringLiteral("docker");
    if (context.exists(QStringLiteral("/run/.containerenv")))
        return QStringLiteral("podman");
    const QByteArray systemd
        = context.readFile(QStringLiteral("/run/systemd/container")).value_or(QByteArray()).trimmed();
    if (!systemd.isEmpty() && systemd != "wsl") // as systemd calls WSL
        return QString::fromLatin1(systemd);
    const QString variable = context.variable("container");
    if (!variable.isEmpty())
        return variable;
    const QByteArray groups = context.readFile(QStringLiteral("/proc/1/cgroup")).value_or(QByteArray());
    for (const char* name : { "kubepods", "docker", "lxc" }) {
        if (groups.contains(QByteArray("/") + name))
            return QStringLiteral("container");
    }
    return {};
}

// The second of four numbers is the user whose rights count.
std::optional<bool> runsAsRoot(const ProbeContext& context)
{
    for (const QByteArray& line :
        context.readFile(QStringLiteral("/proc/self/status")).value_or(QByteArray()).split('\n')) {
        if (line.startsWith("Uid:"))
            return line.simplified().split(' ').value(2) == "0";
    }
    return {};
}

// Where ROCm is usually put, and seldom on PATH: its guide to installation; on Windows the HIP SDK names its
// folder.
QString rocmCompiler(const ProbeContext& context)
{
    const bool windows = hostPlatform() == Platform::Windows;
    for (const QString& folder : { context.variable("ROCM_PATH"), context.variable("ROCM_HOME"),
             context.variable("HIP_PATH"), windows ? QString() : QStringLiteral("/opt/rocm") }) {
        const QString path = QDir::cleanPath(QDir::fromNativeSeparators(folder)
            + (windows ? QLatin1String("/bin/hipcc.exe") : QLatin1String("/bin/hipcc")));
        if (!folder.isEmpty() && context.exists(path))
            return path;
    }
    return {};
}

DiskFacts diskOf(const QString& role, const QString& folder)
{
    DiskFacts disk { role, folder, std::nullopt, std::nullopt };
    if (const auto space = diskSpaceAt(folder)) {
        disk.free = space->free;
        disk.total = space->total;
    }
    return disk;
}

}

std::optional<QByteArray> ProbeContext::readFile(const QString& path) const
{
    RegularFile file(root + path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.read(qint64(mebibyte));
}

QStringList ProbeContext::folders(const QString& parent, const QStringList& patterns) const
{
    return entries(root, parent, patterns, QDir::Dirs | QDir::NoDotAndDotDot);
}

QStringList ProbeContext::files(const QString& parent, const QStringList& patterns) const
{
    return entries(root, parent, patterns, QDir::Files);
}

bool ProbeContext::exists(const QString& path) const
{
    return QFile::exists(root + path);
}

QString ProbeContext::realPath(const QString& path) const
{
    const QString real = QFileInfo(root + path).canonicalFilePath();
    const QString realRoot = root.isEmpty() ? root : QFileInfo(root).canonicalFilePath();
    if (real.isEmpty())
        return QDir::cleanPath(path);
    return real.startsWith(realRoot) ? real.mid(realRoot.size()) : real;
}

QString ProbeContext::variable(const char* name) const
{
    return environment.value(QLatin1String(name));
}

QString ProbeContext::homeFolder() const
{
    const bool windows = hostPlatform() == Platform::Windows;
    return QDir::fromNativeSeparators(variable(windows ? "USERPROFILE" : "HOME"));
}

QString ProbeContext::program(const QString& overrideKey, const QString& name) const
{
    const QString chosen = wishes.overrides.value(overrideKey);
    return chosen.isEmpty() ? runner->findProgram(name) : chosen;
}

Result<QByteArray> ProbeContext::output(const QString& program, const QStringList& arguments) const
{
    const ProbeAnswer answer = runner->run(program, arguments, limit);
    if (answer.timedOut)
        return noAnswerInTime(program, limit);
    if (!answer.started)
        return notStarted(program);
    if (answer.exitCode != 0) {
        const QString complaint = plainToolText(answer.standardError + answer.standardOutput).trimmed();
        return Error { QStringLiteral("%1 failed with code %2: %3")
                           .arg(program)
                           .arg(answer.exitCode)
                           .arg(complaint.section(QLatin1Char('\n'), 0, 0).left(200)) };
    }
    return answer.standardOutput + answer.standardError;
}

Result<QString> ProbeContext::version(const QString& program, QString (*read)(const QString&)) const
{
    const auto text = output(program, { QStringLiteral("--version") });
    if (!text)
        return text.error();
    const QString version = read(plainToolText(*text));
    if (version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(program) };
    return version;
}

Error noAnswerInTime(const QString& program, Milliseconds limit)
{
    return { QStringLiteral("%1 did not respond within %2.").arg(program, formatDuration(limit)) };
}

Error notStarted(const QString& program)
{
    return { QStringLiteral("%1 could not be started.").arg(program) };
}

FactsChange unknownChange(const QString& probe, const QString& reason)
{
    return [probe, reason](HostFacts& facts) { facts.unknown.append({ probe, reason }); };
}

QString machineName()
{
    const QString name = QSysInfo::currentCpuArchitecture();
    return name == QLatin1String("arm64") ? QStringLiteral("aarch64") : name;
}

// What was tried here before and still holds: the programs are the same files. Nothing is tried again.
FactsChange probeTrials(const ProbeContext& context)
{
    QVector<TrialFacts> kept = context.root.isEmpty() ? readTrialsFile(trialsFile()) : QVector<TrialFacts>();
    kept.removeIf([](const TrialFacts& trial) { return !isStillTrue(trial); });
    return [kept](HostFacts& facts) { facts.trials = kept; };
}

QString versionIn(const QString& text)
{
    // "cmake version 3.25.1", "git version 2.39.5", "1.11.1", "ccache version 4.8+debian"
    static const QRegularExpression number(QStringLiteral(R"((?<![\w.])v?(\d+(?:\.\d+)+))"));
    return number.match(text).captured(1);
}

QVector<Probe> allProbes()
{
    QVector<Probe> probes {
        { QStringLiteral("system"), probeSystem },
        { QStringLiteral("processor"), probeProcessor },
        { QStringLiteral("memory"), probeMemory },
        { QStringLiteral("disks"), probeDisks },
        { QStringLiteral("gpu"), probeGpus },
        { QStringLiteral("cuda"), probeCuda },
        { QStringLiteral("compilers"), probeCompilers },
        { QStringLiteral("python"), probePythons },
        { QStringLiteral("environment"), probeEnvironment },
        { QStringLiteral("trials"), probeTrials },
    };
    QStringList tools { QStringLiteral("cmake"), QStringLiteral("ninja"), QStringLiteral("git"),
        QStringLiteral("ccache"), QStringLiteral("sccache"), QStringLiteral("distcc"),
        QStringLiteral("hipcc") };
    if (hostPlatform() == Platform::Linux)
        tools << QStringLiteral("apt-get") << QStringLiteral("dpkg-source");
    for (const QString& tool : std::as_const(tools))
        probes.append({ tool, [tool](const ProbeContext& context) { return probeTool(context, tool); } });
    return probes;
}

FactsChange probeTool(const ProbeContext& context, const QString& name)
{
    QString path = QDir::fromNativeSeparators(context.program(name, name));
    if (path.isEmpty() && name == QLatin1String("hipcc"))
        path = rocmCompiler(context);
    if (path.isEmpty() && hostPlatform() == Platform::Windows)
        path = windowsToolPlace(context, name);
    if (path.isEmpty())
        return [](HostFacts&) {};
    const bool isChosen = !context.wishes.overrides.value(name).isEmpty();
    const QString source = isChosen ? chosenByUser() : name + QStringLiteral(" --version");
    const auto version = context.version(path);
    return [=](HostFacts& facts) {
        if (!version)
            facts.unknown.append({ name, version.error().message });
        if (version || isChosen) // another one is not taken without a word
            facts.tools.append({ name, path, version ? *version : QString(), source });
    };
}

FactsChange probeEnvironment(const ProbeContext& context)
{
    QStringList found;
    std::optional<bool> isRoot;
    if (hostPlatform() == Platform::Linux) {
        found << wslFromKernel(
            context.readFile(QStringLiteral("/proc/sys/kernel/osrelease")).value_or(QByteArray()))
              << containerName(context);
        isRoot = runsAsRoot(context);
    }
    if (!context.variable("CONDA_PREFIX").isEmpty())
        found << QStringLiteral("conda");
    if (!context.variable("VIRTUAL_ENV").isEmpty())
        found << QStringLiteral("venv");
    found.removeAll(QString());
    return [found, isRoot](HostFacts& facts) {
        facts.environment = found;
        facts.runsAsRoot = isRoot;
    };
}

FactsChange probeMemory(const ProbeContext& context)
{
    const MemoryReading memory = readMemory(
        { context.root + QStringLiteral("/proc"), context.root + QStringLiteral("/sys/fs/cgroup") });
    if (!memory.total)
        return unknownChange(
            QStringLiteral("memory"), Core::tr("The system does not say how much there is."));
    return [memory](HostFacts& facts) {
        facts.memoryTotal = memory.total;
        facts.memoryAvailable = memory.available;
        facts.swapTotal = memory.swapTotal;
    };
}

FactsChange probeDisks(const ProbeContext& context)
{
    const auto orWorkFolder
        = [](const QString& folder) { return folder.isEmpty() ? AppPaths::workFolder() : folder; };
    const QVector<DiskFacts> disks {
        diskOf(QStringLiteral("source"), orWorkFolder(context.wishes.sourceFolder)),
        diskOf(QStringLiteral("build"), orWorkFolder(context.wishes.buildFolder)),
        diskOf(QStringLiteral("temp"), QDir::tempPath()),
    };
    return [disks](HostFacts& facts) { facts.disks = disks; };
}

}
