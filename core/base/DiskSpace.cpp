// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"

#include "core/base/FolderPlace.h"

#include <QStorageInfo>

namespace torchmason {

// A folder that is to be made lies on the volume of its nearest parent that is there.
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
