// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/patch/GitDiff.h"
#include "core/request/SourcePatch.h"

#include <QHash>
#include <QString>

#include <functional>

namespace torchmason {

// Undoes what patches.json in an attempt's folder records, see PatchJournal.h.

// Puts back every file as it was before that attempt, with its permissions, and removes folders that the
// patches made. Refuses, and changes nothing, where one of them was changed since. Where all of the attempt's
// patches were there before it, the error names the attempt beside it that made them.
Result<QString> revertPatches(const QString& attemptFolder, const std::function<void(const QString&)>& print);

// Puts back what any attempt changed in that tree, the last one first, as far as a file is as the attempt
// left it and `isChanged` says that it is not what is checked out: by now the change may have come with
// another revision. Everything else stays: it is for git to say that it is in the way. A file that is what
// the patches `staying` would make of it stays untouched, too. `attempts` holds their folders.
Result<QString> putBackPatches(const QString& sourceFolder, const QString& attempts,
    const QVector<SourcePatch>& staying, const std::function<bool(const QString& file)>& isChanged,
    const std::function<void(const QString&)>& print);

// The files of a tree that attempts patched and nobody changed since, as they were before the first of them.
QHash<QString, FileContent> contentBeforePatches(const QString& sourceFolder, const QString& attempts);

// The folder that the attempt patched; empty where it patched none.
QString patchedFolder(const QString& attemptFolder);

}
