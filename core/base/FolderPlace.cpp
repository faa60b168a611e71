// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FolderPlace.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

namespace torchmason {

QString nearestExisting(const QString& path)
{
    QString nearest = QDir::cleanPath(QDir(path).absolutePath());
    while (!QFileInfo::exists(nearest)) {
        const QString parent = QFileInfo(nearest).path();
        if (parent == nearest)
            break;
        nearest = parent;
    }
    return nearest;
}

bool canHoldFiles(const QString& folder)
{
    static const QByteArrayList kernels { "proc", "sysfs", "devpts", "cgroup", "cgroup2" };
    const QFileInfo there(nearestExisting(folder));
    return there.isDir() && there.isWritable()
        && !kernels.contains(QStorageInfo(there.filePath()).fileSystemType());
}

}
