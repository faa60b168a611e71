// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/FolderSize.h"

#include <QDirIterator>
#include <QFileInfo>

namespace torchmason {

FolderSize measureFolder(const QString& folder, qint64 limit, const std::stop_token& stop)
{
    FolderSize count;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        if (count.files == limit || stop.stop_requested()) {
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
