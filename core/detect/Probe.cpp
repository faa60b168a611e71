// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include "core/base/TextDecoding.h"

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

}

std::optional<QByteArray> ProbeContext::readFile(const QString& path) const
{
    QFile file(root + path);
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
    return { QStringLiteral("%1 did not answer within %2.").arg(program, formatDuration(limit)) };
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
        QStringLiteral("ccache"), QStringLiteral("sccache"), QStringLiteral("distcc") };
    if (hostPlatform() == Platform::Linux)
        tools << QStringLiteral("apt-get") << QStringLiteral("dpkg-source");
    for (const QString& tool : std::as_const(tools))
        probes.append({ tool, [tool](const ProbeContext& context) { return probeTool(context, tool); } });
    return probes;
}

}
