// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/DiskUse.h"

#include "core/base/Core.h"
#include "core/base/Platform.h"
#include "core/buildfolder/FolderSize.h"
#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptFiles.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

AttemptUse useOf(const AttemptSummary& attempt, const std::stop_token& stop, bool& isComplete)
{
    AttemptUse use;
    use.number = attempt.number;
    if (isLink(attempt.folder))
        return use;
    const QString logs = attempt.folder + QStringLiteral("/logs/");
    const QString samples = AttemptFiles::samples(attempt.folder);
    const auto add = [&](const QString& path, Bytes bytes) {
        Bytes& part = path.startsWith(logs) ? use.logs : path == samples ? use.samples : use.rest;
        part += bytes;
        return true;
    };
    isComplete &= visitFiles(attempt.folder, add, stop);
    return use;
}

QString variableOf(const AttemptSummary& attempt, const char* name)
{
    for (const EnvironmentValue& variable : attempt.record.request.configuration.environment) {
        if (variable.name == QLatin1String(name) && variable.value)
            return *variable.value;
    }
    return qEnvironmentVariable(name);
}

// ccache: its manual, "cache_dir". A configuration file that names another folder is not read.
QString ccacheFolder(const AttemptSummary& attempt)
{
    if (const QString named = variableOf(attempt, "CCACHE_DIR"); !named.isEmpty())
        return named;
    if constexpr (hostPlatform() == Platform::Windows)
        return variableOf(attempt, "LOCALAPPDATA") + QStringLiteral("/ccache");
    const QString old = QDir::homePath() + QStringLiteral("/.ccache");
    if (QFileInfo(old).isDir())
        return old;
    const QString caches = variableOf(attempt, "XDG_CACHE_HOME");
    return (caches.isEmpty() ? QDir::homePath() + QStringLiteral("/.cache") : caches)
        + QStringLiteral("/ccache");
}

// sccache: its docs/Local.md. A configuration file that names another folder is not read.
QString sccacheFolder(const AttemptSummary& attempt)
{
    if (const QString named = variableOf(attempt, "SCCACHE_DIR"); !named.isEmpty())
        return named;
    if constexpr (hostPlatform() == Platform::Windows)
        return variableOf(attempt, "LOCALAPPDATA") + QStringLiteral("/Mozilla/sccache");
    const QString caches = variableOf(attempt, "XDG_CACHE_HOME");
    return (caches.isEmpty() ? QDir::homePath() + QStringLiteral("/.cache") : caches)
        + QStringLiteral("/sccache");
}

void measure(FolderUse& use, const std::stop_token& stop, bool& isComplete, const QSet<QString>& without = {})
{
    const auto count = [&use](const QString&, Bytes bytes) {
        ++use.files;
        use.bytes += bytes;
        return true;
    };
    isComplete &= visitFiles(use.folder, count, stop, without);
}

// Collects folders under their real names.
class Folders {
public:
    void add(const QString& folder, FolderKind kind, int attempt, const QString& tool = {})
    {
        const QString real = QFileInfo(folder).canonicalFilePath();
        if (!QDir::isAbsolutePath(folder) || real.isEmpty() || !QFileInfo(real).isDir())
            return;
        if (!m_places.contains(real)) {
            m_places.insert(real, m_uses.size());
            m_uses.append({ real, kind, tool, {}, 0, 0 });
        }
        QVector<int>& attempts = m_uses[m_places.value(real)].attempts;
        if (!attempts.contains(attempt))
            attempts.append(attempt);
    }

    QVector<FolderUse> measured(const std::stop_token& stop, bool& isComplete) const
    {
        QVector<FolderUse> uses = m_uses;
        const QSet<QString> all(m_places.keyBegin(), m_places.keyEnd());
        for (FolderUse& use : uses)
            measure(use, stop, isComplete, all);
        std::stable_sort(uses.begin(), uses.end(),
            [](const FolderUse& left, const FolderUse& right) { return left.bytes > right.bytes; });
        return uses;
    }

private:
    QHash<QString, qsizetype> m_places;
    QVector<FolderUse> m_uses;
};

}

FolderUse folderUse(const QString& folder, const std::stop_token& stop, bool& isComplete)
{
    FolderUse use;
    use.folder = folder;
    measure(use, stop, isComplete);
    return use;
}

QString folderKindText(const FolderUse& folder)
{
    switch (folder.kind) {
    case FolderKind::Build:
        return Core::tr("build folder");
    case FolderKind::Environment:
        return Core::tr("Python environment");
    case FolderKind::Source:
        return Core::tr("source");
    case FolderKind::Cache:
        break;
    }
    return folder.tool;
}

QVector<FolderUse> DiskUse::of(FolderKind kind) const
{
    QVector<FolderUse> found;
    std::copy_if(folders.begin(), folders.end(), std::back_inserter(found),
        [kind](const FolderUse& folder) { return folder.kind == kind; });
    return found;
}

DiskUse diskUseOf(const QVector<AttemptSummary>& attempts, const std::stop_token& stop)
{
    DiskUse use;
    Folders folders;
    for (const AttemptSummary& attempt : attempts) {
        use.attempts.append(useOf(attempt, stop, use.isComplete));
        if (!attempt.error.isEmpty() || attempt.record.imported)
            continue;
        const BuildRequest& request = attempt.record.request;
        folders.add(request.buildFolder, FolderKind::Build, attempt.number);
        if (request.python.isWanted())
            folders.add(request.python.folder, FolderKind::Environment, attempt.number);
        folders.add(request.sourceFolder, FolderKind::Source, attempt.number);
        for (const StageResult& stage : attempt.record.stages) {
            if (stage.cache && stage.cache->tool == QLatin1String("ccache"))
                folders.add(ccacheFolder(attempt), FolderKind::Cache, attempt.number, stage.cache->tool);
            else if (stage.cache && stage.cache->tool == QLatin1String("sccache"))
                folders.add(sccacheFolder(attempt), FolderKind::Cache, attempt.number, stage.cache->tool);
        }
    }
    use.folders = folders.measured(stop, use.isComplete);
    return use;
}

}
