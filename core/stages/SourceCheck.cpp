// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceCheck.h"

#include "core/stages/FolderMark.h"
#include "core/stages/GitTree.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

QString firstLineOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine(200)).trimmed() : QString();
}

}

Result<QString> checkSourceTree(const QString& folder)
{
    if (!QFileInfo(folder).isDir())
        return Error { QStringLiteral(
            "The source folder %1 is not there; choose the folder that holds the tree.")
                           .arg(folder) };
    const QFileInfo project(folder + QStringLiteral("/CMakeLists.txt"));
    if (!project.isFile())
        return Error { QStringLiteral("%1 holds no CMakeLists.txt; choose the top folder of the source tree.")
                           .arg(folder) };
    if (!project.isReadable())
        return Error { QStringLiteral("%1 cannot be read by this user.").arg(project.filePath()) };
    const QString version = firstLineOf(folder + QStringLiteral("/version.txt"));
    return version.isEmpty()
        ? QStringLiteral("Found a CMake project in %1.").arg(folder)
        : QStringLiteral("Found a CMake project, version %2, in %1.").arg(folder, version);
}

Result<QString> checkGitFolder(const QString& folder, const QString& url, const QString& git)
{
    const QFileInfo info(folder);
    if (!info.exists())
        return QStringLiteral("%1 is not there yet.").arg(folder);
    if (!info.isDir())
        return Error { QStringLiteral("%1 is a file; choose a folder for the source tree.").arg(folder) };
    if (QFileInfo::exists(folder + QStringLiteral("/.git")))
        return checkGitTree(folder, url, git);
    if (!isEmptyFolder(folder))
        return Error { QStringLiteral(
            "%1 holds files but is no git tree; choose an empty folder, or leave the stage \"fetch\" out "
            "(--skip fetch) to build what is there.")
                           .arg(folder) };
    return QStringLiteral("%1 is empty.").arg(folder);
}

Result<QString> prepareGitFolder(const QString& folder, const QString& url, const QString& git)
{
    const auto checked = checkGitFolder(folder, url, git);
    if (!checked || QFileInfo::exists(folder))
        return checked;
    if (!QDir().mkpath(folder))
        return Error { QStringLiteral("Cannot make the folder %1; check who may write there.").arg(folder) };
    return QStringLiteral("Made the folder %1.").arg(folder);
}

}
