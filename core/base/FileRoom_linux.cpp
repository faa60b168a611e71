// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileRoom.h"

#include <QFile>

#include <sys/stat.h>

namespace torchmason {

Bytes FileRoom::of(const QFileInfo& file)
{
    struct stat info { };
    if (::lstat(QFile::encodeName(file.filePath()).constData(), &info) != 0)
        return 0; // gone meanwhile
    return once(info.st_dev, info.st_ino, info.st_nlink, Bytes(info.st_blocks) * blockSize);
}

}
