// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/FolderSize.h"

#include "core/base/FileRoom.h"
#include "core/stages/FolderRemoval.h"

#include <QDirIterator>
#include <QFileInfo>

namespace torchmason {

// Not QDirIterator's own way down, which enters junctions.
bool visitFiles(
    const QString& folder, const VisitFile& visit, const std::stop_token& stop, const QSet<QString>& without)
{
    bool isComplete = true;
    FileRoom room;
    QStringList open { folder };
    while (!open.isEmpty()) {
        const QString at = open.takeLast();
        if (!QFileInfo(at).isReadable()) {
            isComplete = false;
            continue;
        }
        QDirIterator entries(at, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        while (entries.hasNext()) {
            if (stop.stop_requested())
                return false;
            entries.next();
            const QFileInfo entry = entries.fileInfo();
            if (entry.isSymLink() || (entry.isDir() && isLink(entry.filePath())))
                continue;
            if (entry.isDir() && !without.contains(entry.filePath()))
                open.append(entry.filePath());
            else if (!entry.isDir() && !visit(entry.filePath(), room.of(entry)))
                return false;
        }
    }
    return isComplete;
}

FolderSize measureFolder(const QString& folder, qint64 limit, const std::stop_token& stop)
{
    FolderSize count;
    const auto add = [&count, limit](const QString&, Bytes bytes) {
        if (count.files == limit)
            return false;
        ++count.files;
        count.size += bytes;
        return true;
    };
    count.complete = visitFiles(folder, add, stop);
    return count;
}

}
