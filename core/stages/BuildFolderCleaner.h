// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/FolderRemoval.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// How many files and bytes cleaning would remove. Links count as themselves and are not followed. Reads
// the whole folder, which takes a while for a big one: not for the window's thread. A missing folder
// counts as empty.
Result<FolderCount> countBuildFolder(const QString& buildFolder);

// Whether the folder may be emptied: it is missing, empty, or a build folder of CMake or of ours, and it
// is no root, home, source tree or a folder above one of them. `sourceFolder` may be empty.
Result<void> checkCleanable(const QString& buildFolder, const QString& sourceFolder);

// Removes what is inside of the build folder and keeps the folder. Refuses as checkCleanable() does and
// where another file system is mounted inside, or a repository of git lies that CMake did not clone. Answers
// what was removed.
Result<FolderCount> cleanBuildFolder(const QString& buildFolder, const QString& sourceFolder);

// Removes CMake's cache and what it found out about compilers. Objects stay, also those below the folder's
// own CMakeFiles. Refuses as checkCleanable() does.
Result<FolderCount> forgetConfiguration(const QString& buildFolder, const QString& sourceFolder);
// Removes named files, relative to the build folder; what is not there any more counts as nothing.
Result<FolderCount> removeOutputs(
    const QString& buildFolder, const QString& sourceFolder, const QStringList& outputs);

// Makes the build folder. A new or empty one gets a mark by which checkCleanable() knows it as ours even
// when CMake was stopped before it wrote anything.
Result<QString> prepareBuildFolder(const QString& buildFolder);

// "3,412 files and 12 links in 240 folders, 1.2 GB"
QString folderCountText(const FolderCount& count);

}
