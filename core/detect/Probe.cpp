// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace torchmason {

std::optional<QByteArray> ProbeContext::readFile(const QString& path) const
{
    QFile file(root + path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.read(qint64(mebibyte));
}

QStringList ProbeContext::folders(const QString& parent, const QStringList& patterns) const
{
    QStringList found;
    const QDir folder(root + parent);
    for (const QString& name : folder.entryList(patterns, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        found << parent + QLatin1Char('/') + name;
    return found;
}

bool ProbeContext::exists(const QString& path) const
{
    return QFile::exists(root + path);
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
        return Error { QStringLiteral("%1 did not answer within %2.").arg(program, formatDuration(limit)) };
    if (!answer.started)
        return Error { QStringLiteral("%1 could not be started.").arg(program) };
    if (answer.exitCode != 0) {
        const QString complaint = QString::fromUtf8(answer.standardError + answer.standardOutput).trimmed();
        return Error { QStringLiteral("%1 failed with code %2: %3")
                           .arg(program)
                           .arg(answer.exitCode)
                           .arg(complaint.section(QLatin1Char('\n'), 0, 0).left(200)) };
    }
    return answer.standardOutput + answer.standardError;
}

FactsChange unknownChange(const QString& probe, const QString& reason)
{
    return [probe, reason](HostFacts& facts) { facts.unknown.append({ probe, reason }); };
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
    };
    const auto addTool = [&probes](const char* name, const char* argument = "--version") {
        const QString tool = QString::fromLatin1(name);
        const QStringList arguments { QString::fromLatin1(argument) };
        probes.append({ tool,
            [tool, arguments](const ProbeContext& context) { return probeTool(context, tool, arguments); } });
    };
    for (const char* name : { "cmake", "ninja", "git", "ccache", "sccache", "distcc" })
        addTool(name);
    if (hostPlatform() == Platform::Linux) {
        for (const char* name : { "apt-get", "dpkg-source" })
            addTool(name);
    }
    return probes;
}

}
