// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ProfileWatcher.h"

#include "core/base/AppPaths.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int pauseMilliseconds = 250;

// The folder, or its nearest existing parent.
QString nearestFolder(const QString& path)
{
    QFileInfo folder(path);
    while (!folder.isDir() && folder.path() != folder.filePath())
        folder.setFile(folder.path());
    return folder.filePath();
}

}

ProfileWatcher::ProfileWatcher(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&m_pause, &QTimer::timeout, this, [this] {
        const bool wasThere = m_watcher.directories().contains(AppPaths::userProfilesFolder());
        watch();
        // Other changes in the parent folder do not concern profiles.
        if (wasThere || m_watcher.directories().contains(AppPaths::userProfilesFolder()))
            emit changed();
    });
    watch();
}

// A watch ends when its file is replaced, so all files are added again.
void ProfileWatcher::watch()
{
    if (const QStringList before = m_watcher.files() + m_watcher.directories(); !before.isEmpty())
        m_watcher.removePaths(before);
    const QString folder = AppPaths::userProfilesFolder();
    m_watcher.addPath(nearestFolder(folder));
    QStringList files;
    for (const QFileInfo& file : QDir(folder).entryInfoList({ QStringLiteral("*.json") }, QDir::Files))
        files << file.filePath();
    if (!files.isEmpty())
        m_watcher.addPaths(files);
}

}
