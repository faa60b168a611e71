// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

namespace torchmason {

namespace {

// A folder that is to be made lies on the volume of its nearest parent that is there.
QString nearestExisting(const QString& folder)
{
    QString path = QDir::cleanPath(QDir(folder).absolutePath());
    while (!QFileInfo::exists(path)) {
        const QString parent = QFileInfo(path).path();
        if (parent == path)
            break;
        path = parent;
    }
    return path;
}

}

std::optional<DiskSpace> diskSpaceAt(const QString& path)
{
    if (path.isEmpty())
        return std::nullopt;
    const QStorageInfo storage(nearestExisting(path));
    if (!storage.isValid() || storage.bytesTotal() <= 0)
        return std::nullopt;
    return DiskSpace { Bytes(storage.bytesAvailable()), Bytes(storage.bytesTotal()), storage.rootPath() };
}

}
