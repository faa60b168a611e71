// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/DiskUse.h"

#include "core/base/Platform.h"
#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptFiles.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

// Calls visit(file) for each file below. Not QDirIterator's own way down, which enters junctions.
template <typename Visit> bool walk(const QString& folder, const std::stop_token& stop, const Visit& visit)
{
    bool isComplete = true;
    QStringList open { folder };
    while (!open.isEmpty()) {
        const QString at = open.takeLast();
        if (!QFileInfo(at).isReadable()) {
            isComplete = false;
            continue;
        }
        QDirIterator entries(at, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        while (entries.hasNext()) {
            if (stop.stop_requested())
                return false;
            entries.next();
            const QFileInfo entry = entries.fileInfo();
            if (entry.isSymLink() || (entry.isDir() && isLink(entry.filePath())))
                continue;
            if (entry.isDir())
                open.append(entry.filePath());
            else
                visit(entry);
        }
    }
    return isComplete;
}

AttemptUse useOf(const AttemptSummary& attempt, const std::stop_token& stop, bool& isComplete)
{
    AttemptUse use;
    use.number = attempt.number;
    if (isLink(attempt.folder))
        return use;
    const QString logs = attempt.folder + QStringLiteral("/logs/");
    const QString samples = AttemptFiles::samples(attempt.folder);
    isComplete &= walk(attempt.folder, stop, [&](const QFileInfo& file) {
        const QString path = file.filePath();
        Bytes& part = path.startsWith(logs) ? use.logs : path == samples ? use.samples : use.rest;
        part += Bytes(file.size());
    });
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

// Collects folders under their real names.
class Folders {
public:
    void add(const QString& folder, const QString& tool, int attempt)
    {
        const QString real = QFileInfo(folder).canonicalFilePath();
        if (!QDir::isAbsolutePath(folder) || real.isEmpty() || !QFileInfo(real).isDir())
            return;
        if (!m_places.contains(real)) {
            m_places.insert(real, m_uses.size());
            m_uses.append({ real, tool, {}, 0, 0 });
        }
        QVector<int>& attempts = m_uses[m_places.value(real)].attempts;
        if (!attempts.contains(attempt))
            attempts.append(attempt);
    }

    QVector<FolderUse> measured(const std::stop_token& stop, bool& isComplete) const
    {
        QVector<FolderUse> uses;
        for (const FolderUse& named : m_uses) {
            FolderUse use = folderUse(named.folder, stop, isComplete);
            use.tool = named.tool;
            use.attempts = named.attempts;
            uses.append(use);
        }
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
    isComplete &= walk(folder, stop, [&use](const QFileInfo& file) {
        ++use.files;
        use.bytes += Bytes(file.size());
    });
    return use;
}

DiskUse diskUseOf(const QVector<AttemptSummary>& attempts, const std::stop_token& stop)
{
    DiskUse use;
    Folders builds;
    Folders caches;
    for (const AttemptSummary& attempt : attempts) {
        use.attempts.append(useOf(attempt, stop, use.isComplete));
        if (!attempt.error.isEmpty() || attempt.record.imported)
            continue;
        const BuildRequest& request = attempt.record.request;
        builds.add(request.buildFolder, {}, attempt.number);
        if (request.python.isWanted())
            builds.add(request.python.folder, QStringLiteral("environment"), attempt.number);
        for (const StageResult& stage : attempt.record.stages) {
            if (stage.cache && stage.cache->tool == QLatin1String("ccache"))
                caches.add(ccacheFolder(attempt), stage.cache->tool, attempt.number);
            else if (stage.cache && stage.cache->tool == QLatin1String("sccache"))
                caches.add(sccacheFolder(attempt), stage.cache->tool, attempt.number);
        }
    }
    use.buildFolders = builds.measured(stop, use.isComplete);
    use.caches = caches.measured(stop, use.isComplete);
    return use;
}

}
