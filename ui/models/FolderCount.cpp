// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FolderCount.h"

#include <QDirIterator>

namespace torchmason {

FolderCount countFolder(const QString& folder, qint64 limit)
{
    FolderCount count;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        if (count.files == limit) {
            count.complete = false;
            break;
        }
        ++count.files;
        if (!files.fileInfo().isSymLink())
            count.size += Bytes(files.fileInfo().size());
    }
    return count;
}

}
