// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// A small file by which we know a folder as ours before we overwrite or remove what it holds.
struct FolderMark {
    const char* name; // ".torchmason-project"
    const char* text; // an explanation for users who open the file
};

// What an attempt that builds in a folder keeps there: its lock, and a note of whose it is. Neither is
// anything that the folder holds, and neither goes with what it holds.
inline constexpr const char* lockNames[] = { ".torchmason.lock", ".torchmason.attempt" };
bool isLockName(const QString& name);

// A link of that name does not count.
bool hasMark(const QString& folder, const FolderMark& mark);
// Makes the folder where it is missing. A mark that is there is left as it is.
Result<void> writeMark(const QString& folder, const FolderMark& mark);
void removeMark(const QString& folder, const FolderMark& mark);

// Hidden files count, too, but for those of lockNames.
bool isEmptyFolder(const QString& folder);

}
