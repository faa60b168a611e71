// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"

#include "core/base/FolderPlace.h"

#include <QFile>

#include <sys/statvfs.h>

namespace torchmason {

std::optional<quint64> freeInodesAt(const QString& path)
{
    struct statvfs info { };
    const bool isTold = ::statvfs(QFile::encodeName(nearestExisting(path)).constData(), &info) == 0;
    return isTold && info.f_files > 0 ? std::optional<quint64>(info.f_favail) : std::nullopt;
}

}
