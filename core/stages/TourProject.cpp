// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/TourProject.h"

#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QSaveFile>

// The project is compiled into a static library, so its resources must be asked for.
static void loadTourResource()
{
    Q_INIT_RESOURCE(torchmason_tour);
}

namespace torchmason {

namespace {

const FolderMark projectMark { ".torchmason-project",
    "Torchmason unpacked its own project here. Each build restores the project's files.\n" };

bool holdsAlready(const QString& path, const QByteArray& content)
{
    RegularFile file(path);
    return file.size() == content.size() && file.open(QIODevice::ReadOnly) && file.readAll() == content;
}

Result<QByteArray> contentOf(const QString& path)
{
    QFile resource(path);
    if (!resource.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1 in the program.").arg(path) };
    return resource.readAll();
}

// The folder is free or ours: missing, empty, marked by us, or with our very CMakeLists.txt on top.
Result<void> checkOwner(const QString& resourceFolder, const QString& folder)
{
    if (isLink(folder))
        return Error { QStringLiteral(
            "%1 is a link to another folder; name the folder itself to unpack into it.")
                           .arg(folder) };
    const QFileInfo info(folder);
    if (info.exists() && !info.isDir())
        return Error { QStringLiteral("%1 is a file; choose a folder for the source tree.").arg(folder) };
    if (!info.exists() || isEmptyFolder(folder) || hasMark(folder, projectMark))
        return {};
    const QString project = QStringLiteral("/CMakeLists.txt");
    const auto content = contentOf(resourceFolder + project);
    if (content && !isLink(folder + project) && holdsAlready(folder + project, *content))
        return {};
    return Error { QStringLiteral(
        "%1 already holds files that are not of this project and would be overwritten; "
        "choose a new or an empty source folder.")
                       .arg(folder) };
}

// A link below `folder` could lead a file to any other place.
Result<void> checkLinks(const QString& folder, const QString& relativePath)
{
    QString path = folder;
    for (const QString& part : relativePath.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        path += QLatin1Char('/') + part;
        if (isLink(path))
            return Error { QStringLiteral(
                "%1 is a link, which is not written through; remove it and try again.")
                               .arg(path) };
    }
    return {};
}

Result<void> copyFile(const QString& from, const QString& to)
{
    const auto content = contentOf(from);
    if (!content)
        return content.error();
    if (holdsAlready(to, *content))
        return {};
    QSaveFile file(to);
    if (!QDir().mkpath(QFileInfo(to).path()) || !writeWhole(file, *content))
        return Error { QStringLiteral("Cannot write %1: %2.").arg(to, file.errorString()) };
    return {};
}

}

Result<QString> unpackProject(const QString& resourceFolder, const QString& folder)
{
    if (!QFileInfo(resourceFolder).isDir())
        return Error { QStringLiteral("The program does not contain the project %1.").arg(resourceFolder) };
    if (const auto owned = checkOwner(resourceFolder, folder); !owned)
        return owned.error();
    QStringList files;
    QDirIterator found(resourceFolder, QDir::Files, QDirIterator::Subdirectories);
    while (found.hasNext())
        files << found.next().mid(resourceFolder.size());
    for (const QString& file : files) {
        if (const auto checked = checkLinks(folder, file); !checked)
            return checked.error();
    }
    // First of all, so that a copy that is interrupted is still known as ours.
    if (const auto marked = writeMark(folder, projectMark); !marked)
        return marked.error();
    for (const QString& file : files) {
        if (const auto copied = copyFile(resourceFolder + file, folder + file); !copied)
            return copied.error();
    }
    return QStringLiteral("%1 files are in %2.").arg(files.size()).arg(folder);
}

Result<QString> unpackTour(const QString& folder)
{
    loadTourResource();
    return unpackProject(QStringLiteral(":/torchmason/tour"), folder);
}

}
