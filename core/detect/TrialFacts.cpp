// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/TrialFacts.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int schema = 1;
constexpr qsizetype mostKept = 100;

// The same question about the same programs: the newer answer counts.
bool isSameQuestion(const TrialFacts& one, const TrialFacts& other)
{
    return one.id == other.id && one.subject == other.subject
        && std::equal(one.tools.begin(), one.tools.end(), other.tools.begin(), other.tools.end(),
            [](const TriedTool& left, const TriedTool& right) {
                return left.role == right.role && left.path == right.path;
            });
}

}

bool TrialFacts::isAboutFolder() const
{
    return id == QLatin1String("folder") || id == QLatin1String("long-path");
}

QVector<TrialFacts> mergedTrials(const QVector<TrialFacts>& newer, const QVector<TrialFacts>& older)
{
    QVector<TrialFacts> all = newer;
    for (const TrialFacts& before : older) {
        const bool isReplaced = std::any_of(newer.begin(), newer.end(),
            [&before](const TrialFacts& trial) { return isSameQuestion(trial, before); });
        if (!isReplaced)
            all.append(before);
    }
    return all;
}

TriedTool triedTool(const QString& role, const QString& path, const QString& version)
{
    TriedTool tool { role, path, version };
    const QFileInfo file(path);
    if (file.isFile()) {
        tool.size = file.size(); // of what stands behind a link
        tool.modified = file.lastModified().toMSecsSinceEpoch();
    }
    return tool;
}

bool isStillTrue(const TrialFacts& trial)
{
    return std::all_of(trial.tools.begin(), trial.tools.end(), [](const TriedTool& tool) {
        const TriedTool now = triedTool(tool.role, tool.path, tool.version);
        return now.size == tool.size && now.modified == tool.modified;
    });
}

QString trialsFile()
{
    return AppPaths::dataFolder() + QStringLiteral("/trials.json");
}

QVector<TrialFacts> readTrialsFile(const QString& path)
{
    QVector<TrialFacts> trials;
    const auto document = QFileInfo::exists(path) ? readJsonFile(path) : Result<Json>(Json());
    if (!document || !document->is_object() || !document->contains("trials"))
        return trials;
    for (const Json& entry : (*document)["trials"]) {
        JsonReader reader(entry, path);
        const TrialFacts trial = readTrial(reader);
        if (reader.ok())
            trials.append(trial);
    }
    return trials;
}

Result<void> keepTrials(const QString& path, const QVector<TrialFacts>& trials)
{
    QVector<TrialFacts> all = mergedTrials(trials, readTrialsFile(path));
    // An answer that names no program is none's: it would never lapse.
    all.removeIf([](const TrialFacts& trial) { return trial.tools.isEmpty() && !trial.isAboutFolder(); });
    all = all.mid(0, mostKept);
    if (!QDir().mkpath(QFileInfo(path).path()))
        return Error { Core::tr("Cannot make the folder of %1; check its permissions.").arg(path) };
    return writeJsonFile(path, { { "schema", schema }, { "trials", toJson(all) } });
}

}
