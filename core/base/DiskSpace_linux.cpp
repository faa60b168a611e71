// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"

#include "core/base/FolderPlace.h"

#include <QFile>

#include <sys/statvfs.h>

namespace torchmason {

// A tool that fails for it removes what it could not finish, so that some are free again. Btrfs and others
// make inodes as they are needed, and tell of none.
bool lacksInodes(const QString& path)
{
    constexpr fsfilcnt_t hardlyAny = 16;
    struct statvfs info { };
    return ::statvfs(QFile::encodeName(nearestExisting(path)).constData(), &info) == 0 && info.f_files > 0
        && info.f_favail < hardlyAny;
}

}
