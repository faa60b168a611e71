// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialFolder.h"

#include "core/base/Core.h"
#include "core/base/Log.h"
#include "core/stages/FolderRemoval.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

const QString prefix = QStringLiteral("torchmason-trial-");

QString nearestFolder(const QString& path)
{
    QString folder = QDir::cleanPath(path);
    while (!QFileInfo(folder).isDir() && QFileInfo(folder).path() != folder)
        folder = QFileInfo(folder).path();
    return QFileInfo(folder).canonicalFilePath();
}

// Through no link or junction, which QDir would follow on Windows.
void removeTrialFolder(const QString& path)
{
    const QFileInfo folder(path);
    if (!folder.exists() || isLink(path))
        return;
    if (const auto removed = removeBelow(folder.path(), folder.fileName()); !removed)
        log::warning("trial", removed.error().message);
}

void letGo(QTemporaryDir* folder)
{
    folder->setAutoRemove(false);
    if (folder->isValid())
        removeTrialFolder(folder->path());
    delete folder;
}

// The owner is that of a folder made just now, whatever the disk calls it.
void removeLeftOvers(const QFileInfo& made)
{
    const auto kinds = QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks;
    const QDateTime old = QDateTime::currentDateTime().addDays(-1);
    for (const QFileInfo& entry : QDir(made.path()).entryInfoList({ prefix + QLatin1Char('*') }, kinds)) {
        if (entry.ownerId() == made.ownerId() && entry.lastModified() < old)
            removeTrialFolder(entry.filePath());
    }
}

}

Result<TrialFolder> makeTrialFolder(const QString& place)
{
    const QString parent = nearestFolder(place.isEmpty() ? QDir::tempPath() : place);
    if (parent.isEmpty())
        return Error { Core::tr("The folder %1 is not there; choose another one.")
                           .arg(place.isEmpty() ? QDir::tempPath() : place) };
    const TrialFolder folder(
        new QTemporaryDir(parent + QLatin1Char('/') + prefix + QStringLiteral("XXXXXX")), letGo);
    if (!folder->isValid())
        return Error { Core::tr("Nothing can be written in %1: %2.").arg(parent, folder->errorString()) };
    removeLeftOvers(QFileInfo(folder->path()));
    return folder;
}

}
