// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/BuildFolderCleaner.h"

#include "core/base/AppPaths.h"
#include "core/base/LockFile.h"
#include "core/base/Platform.h"
#include "core/stages/CMakeCache.h"
#include "core/stages/FolderMark.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

const FolderMark buildMark { ".torchmason-build", "Torchmason builds here. Cleaning removes everything.\n" };

bool holds(const QString& folder, const QString& name)
{
    const QFileInfo info(folder + QLatin1Char('/') + name);
    return info.exists() || info.isSymLink();
}

// Whether `outer` is `inner` or one of the folders above it.
bool isAtOrAbove(const QString& outer, const QString& inner)
{
    QString path = QFileInfo(inner).canonicalFilePath();
    while (!path.isEmpty()) {
        if (isSameFolder(outer, path))
            return true;
        const QString parent = QFileInfo(path).path();
        if (parent == path)
            break;
        path = parent;
    }
    return false;
}

// Windows leaves dots and spaces out at the end of a name, though not in every call: two names, one folder.
bool hasLooseEnd(const QString& folder)
{
    const QStringList names = folder.split(QLatin1Char('/'));
    return std::any_of(names.begin(), names.end(), [](const QString& name) {
        return name.endsWith(QLatin1Char('.')) || name.endsWith(QLatin1Char(' '));
    });
}

Result<void> checkPlace(const QString& folder, const QString& sourceFolder)
{
    if (!isSameFolder(folder, folder))
        return Error { QStringLiteral("%1 cannot be looked at and is not emptied.").arg(folder) };
    if (QDir(QFileInfo(folder).canonicalFilePath()).isRoot())
        return Error { QStringLiteral("%1 is the root of a file system and is never emptied.").arg(folder) };
    const struct {
        QString path;
        const char* name;
    } kept[] = {
        { QDir::homePath(), "your home folder" },
        { sourceFolder, "the source tree" },
        { AppPaths::dataFolder(), "the folder where attempts are kept" },
        { AppPaths::attemptsFolder(), "the folder where attempts are kept" },
        { AppPaths::configFolder(), "the folder of settings" },
        { AppPaths::programFolder(), "the program itself" },
    };
    for (const auto& place : kept) {
        if (!place.path.isEmpty() && isAtOrAbove(folder, place.path))
            return Error { QStringLiteral(
                "%1 is or holds %2 and is not emptied; choose another build folder.")
                               .arg(folder, QLatin1String(place.name)) };
    }
    return {};
}

// CMake may have been run by mistake in a folder of projects, which looks like a build folder then.
Result<void> checkForProjects(const QString& folder)
{
    if (const auto cache = CMakeCache::read(folder)) {
        const QString source = cache->value(QStringLiteral("CMAKE_HOME_DIRECTORY"));
        if (!source.isEmpty() && isAtOrAbove(folder, source))
            return Error { QStringLiteral(
                "%1 holds %2, the source tree that was configured there, and is not "
                "emptied; choose another build folder.")
                               .arg(folder, source) };
    }
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot)) {
        if (holds(folder, name + QStringLiteral("/.git")))
            return Error { QStringLiteral("%1 holds %2, which is a repository of git, and is not emptied; "
                                          "choose another build folder.")
                               .arg(folder, name) };
    }
    return {};
}

Result<void> checkContent(const QString& folder)
{
    if (isEmptyFolder(folder))
        return {};
    if (const auto projects = checkForProjects(folder); !projects)
        return projects;
    for (const char* name : { "CMakeLists.txt", ".git", "setup.py" }) {
        if (holds(folder, QLatin1String(name)))
            return Error { QStringLiteral("%1 holds %2, so it looks like a source tree and is not emptied.")
                               .arg(folder, QLatin1String(name)) };
    }
    for (const QString& name : { QStringLiteral("CMakeCache.txt"), QStringLiteral("build.ninja"),
             QString::fromLatin1(buildMark.name) }) {
        if (holds(folder, name))
            return {};
    }
    return Error { QStringLiteral(
        "%1 holds neither CMakeCache.txt nor build.ninja, so it does not look like a build "
        "folder; empty it yourself or choose another one.")
                       .arg(folder) };
}

// What CMake clones itself: FetchContent below "_deps", ExternalProject below "NAME-prefix/src".
bool isOfBuild(const QString& repository)
{
    static const QRegularExpression made(QStringLiteral("^_deps/|(?:^|/)[^/]+-prefix/src/"));
    return made.match(repository).hasMatch();
}

// Work that was never pushed may be in any other one.
Result<void> checkRepositories(const QString& folder, const FolderCount& count)
{
    const QDir real(QFileInfo(folder).canonicalFilePath());
    for (const QString& repository : count.repositories) {
        if (!isOfBuild(real.relativeFilePath(QFileInfo(repository).canonicalFilePath())))
            return Error { QStringLiteral("%1 is a repository of git that the build did not make, so %2 is "
                                          "not emptied; move it elsewhere or choose another build folder.")
                               .arg(repository, folder) };
    }
    return {};
}

Result<void> checkNoBuildInside(const QString& folder, const QStringList& locks)
{
    for (const QString& path : locks) {
        QLockFile lock(path);
        if (const auto taken = takeLock(lock, 0); !taken)
            return Error { QStringLiteral("An attempt is building in %1, which lies in %2, so that is not "
                                          "emptied; stop it or wait for it.")
                               .arg(QFileInfo(path).path(), folder) };
    }
    return {};
}

}

Result<void> checkCleanable(const QString& buildFolder, const QString& sourceFolder)
{
    if (buildFolder.isEmpty() || !QDir::isAbsolutePath(buildFolder))
        return Error { QStringLiteral("The build folder \"%1\" must be an absolute path.").arg(buildFolder) };
    const QString folder = QDir::cleanPath(buildFolder);
    if (isLink(folder))
        return Error { QStringLiteral(
            "%1 is a link to another folder; name the folder itself to have it emptied.")
                           .arg(folder) };
    if (hostPlatform() == Platform::Windows && hasLooseEnd(folder))
        return Error { QStringLiteral(
            "A name in %1 ends with a dot or a space, which Windows leaves out; write "
            "the folder as it is called.")
                           .arg(folder) };
    const QFileInfo info(folder);
    if (!info.exists())
        return {};
    if (!info.isDir())
        return Error { QStringLiteral("%1 is a file; choose a folder to build in.").arg(folder) };
    if (const auto place = checkPlace(folder, sourceFolder); !place)
        return place;
    return checkContent(folder);
}

Result<FolderCount> countBuildFolder(const QString& buildFolder)
{
    const QString folder = QDir::cleanPath(buildFolder);
    if (!isLink(folder) && !QFileInfo::exists(folder))
        return FolderCount {};
    // Folders above it may be links: what they lead to is one and the same folder.
    return countFolder(isLink(folder) ? folder : QFileInfo(folder).canonicalFilePath());
}

Result<FolderCount> cleanBuildFolder(const QString& buildFolder, const QString& sourceFolder)
{
    if (const auto allowed = checkCleanable(buildFolder, sourceFolder); !allowed)
        return allowed.error();
    // A mount or somebody's work inside is found before anything is removed.
    const auto count = countBuildFolder(buildFolder);
    if (!count || !QFileInfo::exists(buildFolder))
        return count;
    if (const auto theirs = checkRepositories(QDir::cleanPath(buildFolder), *count); !theirs)
        return theirs.error();
    if (const auto inside = checkNoBuildInside(buildFolder, count->locks); !inside)
        return inside.error();
    return emptyFolder(QFileInfo(buildFolder).canonicalFilePath());
}

Result<FolderCount> removeOutputs(
    const QString& buildFolder, const QString& sourceFolder, const QStringList& outputs)
{
    if (const auto allowed = checkCleanable(buildFolder, sourceFolder); !allowed)
        return allowed.error();
    FolderCount all;
    const QString folder = QFileInfo(buildFolder).canonicalFilePath();
    for (const QString& output : outputs) {
        const auto removed = removeBelow(folder, output);
        if (!removed)
            return removed;
        all.files += removed->files;
        all.folders += removed->folders;
        all.links += removed->links;
        all.bytes += removed->bytes;
    }
    return all;
}

Result<FolderCount> forgetConfiguration(const QString& buildFolder, const QString& sourceFolder)
{
    QStringList names { QStringLiteral("CMakeCache.txt") };
    const QString ofCMake = QStringLiteral("CMakeFiles/");
    for (const QString& name :
        QDir(buildFolder + QLatin1Char('/') + ofCMake)
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
        if (!name.endsWith(QLatin1String(".dir"))) // a target's objects
            names << ofCMake + name;
    }
    return removeOutputs(buildFolder, sourceFolder, names);
}

Result<QString> nameBelow(const QString& folder, const QString& name)
{
    const QString clean = QDir::cleanPath(QDir::fromNativeSeparators(name));
    const bool leadsOut = clean.isEmpty() || clean == QLatin1String(".") || clean == QLatin1String("..")
        || clean.startsWith(QLatin1String("../")) || QDir::isAbsolutePath(clean)
        || clean.contains(QLatin1Char(':')) || clean.contains(QChar(u'\0'));
    if (leadsOut)
        return Error { QStringLiteral("\"%1\" does not lie in %2 and is not removed.").arg(name, folder) };
    return clean;
}

Result<QString> prepareBuildFolder(const QString& buildFolder)
{
    const QFileInfo info(buildFolder);
    const bool isNew = !info.exists();
    if (!isNew && !info.isDir())
        return Error { QStringLiteral("%1 is a file; choose a folder to build in.").arg(buildFolder) };
    if (isNew && !QDir().mkpath(buildFolder))
        return Error {
            QStringLiteral("Cannot make the build folder %1; check who may write there.").arg(buildFolder)
        };
    if (!isNew && !isEmptyFolder(buildFolder))
        return QStringLiteral("%1 is there already; what it holds is used again.").arg(buildFolder);
    if (const auto marked = writeMark(buildFolder, buildMark); !marked)
        return marked.error();
    return QStringLiteral("%1 is ready.").arg(buildFolder);
}

QString folderCountText(const FolderCount& count)
{
    const auto many = [](quint64 number, const char* one) {
        return QLocale(QLocale::English, QLocale::UnitedStates).toString(number) + QLatin1Char(' ')
            + QLatin1String(one) + (number == 1 ? QString() : QStringLiteral("s"));
    };
    QString text = many(count.files, "file");
    if (count.links > 0)
        text += QStringLiteral(" and ") + many(count.links, "link");
    return QStringLiteral("%1 in %2, %3").arg(text, many(count.folders, "folder"), formatBytes(count.bytes));
}

}
