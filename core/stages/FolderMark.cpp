// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FolderMark.h"

#include "core/stages/FolderRemoval.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

QString pathOf(const QString& folder, const FolderMark& mark)
{
    return folder + QLatin1Char('/') + QLatin1String(mark.name);
}

}

bool hasMark(const QString& folder, const FolderMark& mark)
{
    const QString path = pathOf(folder, mark);
    return !isLink(path) && QFileInfo(path).isFile();
}

Result<void> writeMark(const QString& folder, const FolderMark& mark)
{
    if (hasMark(folder, mark))
        return {};
    if (!QDir().mkpath(folder))
        return Error { QStringLiteral("Cannot make the folder %1; check who may write there.").arg(folder) };
    QFile file(pathOf(folder, mark));
    // NewOnly fails where a link stands in the way.
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(mark.text) < 0 || !file.flush())
        return Error { QStringLiteral("Cannot write %1: %2.").arg(file.fileName(), file.errorString()) };
    return {};
}

void removeMark(const QString& folder, const FolderMark& mark)
{
    QFile::remove(pathOf(folder, mark));
}

bool isLockName(const QString& name)
{
    return std::find(std::begin(lockNames), std::end(lockNames), name) != std::end(lockNames);
}

bool isEmptyFolder(const QString& folder)
{
    QDirIterator names(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    while (names.hasNext()) {
        names.next();
        if (!isLockName(names.fileName()))
            return false;
    }
    return true;
}

}
