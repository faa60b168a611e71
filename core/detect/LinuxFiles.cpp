// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"

#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QSet>

namespace torchmason {

namespace {

QByteArray unquoted(QByteArray value)
{
    value = value.trimmed();
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'')
        && value.back() == value.front();
    return quoted ? value.mid(1, value.size() - 2) : value;
}

}

QString osNameFromRelease(const QByteArray& content)
{
    QMap<QByteArray, QByteArray> members;
    for (const QByteArray& line : content.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        if (equals > 0)
            members.insert(line.left(equals).trimmed(), unquoted(line.mid(equals + 1)));
    }
    const QByteArray pretty = members.value("PRETTY_NAME");
    if (!pretty.isEmpty())
        return QString::fromUtf8(pretty);
    return QString::fromUtf8(members.value("NAME") + ' ' + members.value("VERSION_ID")).trimmed();
}

ProcessorNumbers processorFromCpuinfo(const QByteArray& content)
{
    ProcessorNumbers numbers;
    QSet<QByteArray> cores;
    QByteArray package;
    for (const QByteArray& line : content.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.left(colon).trimmed();
        const QByteArray value = colon < 0 ? QByteArray() : line.mid(colon + 1).trimmed();
        if (name == "processor")
            ++numbers.logicalCores;
        else if (name == "model name" && numbers.model.isEmpty())
            numbers.model = QString::fromUtf8(value.simplified());
        else if (name == "physical id")
            package = value;
        else if (name == "core id")
            cores.insert(package + '/' + value);
    }
    if (!cores.isEmpty())
        numbers.physicalCores = int(cores.size());
    return numbers;
}

QString wslFromKernel(const QByteArray& release)
{
    // 5.15.167.4-microsoft-standard-WSL2, and 4.4.0-19041-Microsoft for the first WSL
    const QByteArray name = release.toLower();
    if (!name.contains("microsoft"))
        return {};
    return name.contains("wsl2") || name.contains("-standard") ? QStringLiteral("wsl2")
                                                               : QStringLiteral("wsl1");
}

bool isCompilerLauncher(const QString& program)
{
    static const QSet<QString> launchers { QStringLiteral("ccache"), QStringLiteral("sccache"),
        QStringLiteral("distcc"), QStringLiteral("icecc"), QStringLiteral("buildcache"),
        QStringLiteral("torchmason-gate") };
    return launchers.contains(QFileInfo(program).fileName());
}

QString compilerInVariable(const QString& value)
{
    for (const QString& word : QProcess::splitCommand(value)) {
        if (!isCompilerLauncher(word))
            return word;
    }
    return {};
}

}
