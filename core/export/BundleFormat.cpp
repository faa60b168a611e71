// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleFormat.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason::BundleFormat {

namespace {

const QStringList& documents()
{
    static const QStringList names { QStringLiteral("request.json"), QStringLiteral("attempt.json"),
        QStringLiteral("findings.json"), QStringLiteral("patches.json"), QStringLiteral("environment.json") };
    return names;
}

const QStringList& lineFiles()
{
    static const QStringList names { QStringLiteral("events.jsonl"), QStringLiteral("samples.jsonl"),
        QStringLiteral("edges.jsonl") };
    return names;
}

// NUL.log is no file on Windows.
bool isDevice(const QString& name)
{
    static const QRegularExpression devices(QStringLiteral("^(con|prn|aux|nul|com[0-9]|lpt[0-9])\\z"));
    return devices.match(name).hasMatch();
}

bool isLog(const QString& name)
{
    static const QRegularExpression form(
        QStringLiteral("^(?:logs/(?<log>[^/]+)\\.log|ccache-(?<cache>[^/]+)\\.txt)\\z"));
    const auto match = form.match(name);
    const QString stage = match.captured(QStringLiteral("log")) + match.captured(QStringLiteral("cache"));
    return name == QLatin1String("runner.log") || (match.hasMatch() && isStageId(stage));
}

bool isPlainFile(const QString& path)
{
    const QFileInfo info(path);
    return info.isFile() && !info.isSymLink();
}

}

QString headName()
{
    return QStringLiteral("bundle.json");
}

QString contentsName()
{
    return QStringLiteral("contents.json");
}

QString suffix()
{
    return QStringLiteral(".torchmason");
}

bool isStageId(const QString& id)
{
    static const QRegularExpression form(QStringLiteral("^[a-z][a-z0-9-]{0,39}\\z"));
    return form.match(id).hasMatch() && !isDevice(id);
}

std::optional<MemberKind> memberKind(const QString& name)
{
    if (documents().contains(name))
        return MemberKind::Document;
    if (lineFiles().contains(name))
        return MemberKind::Lines;
    return isLog(name) ? std::optional(MemberKind::Log) : std::nullopt;
}

QStringList membersIn(const QString& attemptFolder)
{
    const QDir folder(attemptFolder);
    QStringList names = documents() + lineFiles();
    for (const QString& log : folder.entryList(QDir::Files | QDir::NoSymLinks, QDir::Name))
        names << log;
    for (const QString& log :
        QDir(attemptFolder + QStringLiteral("/logs")).entryList(QDir::Files, QDir::Name))
        names << QStringLiteral("logs/") + log;
    names.removeDuplicates();
    names.removeIf(
        [&folder](const QString& name) { return !memberKind(name) || !isPlainFile(folder.filePath(name)); });
    return names;
}

}
