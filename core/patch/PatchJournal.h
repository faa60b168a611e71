// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/patch/PatchPlan.h"

#include <functional>

namespace torchmason {

// What an attempt did to its source tree, so that it can be undone: patches.json with the hashes of each file
// before and after, and originals/<hash> with the bytes that were there, both in the attempt's folder. Both
// are written before the first file of the tree changes.

// Makes all changes or none. `print` gets a line per change. Answers a closing line.
Result<QString> applyPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QString& attemptFolder, const std::function<void(const QString&)>& print);

// Puts back every file as it was before that attempt. Refuses, and changes nothing, where one of them was
// changed since.
Result<QString> revertPatches(const QString& attemptFolder, const std::function<void(const QString&)>& print);

// The folder that the attempt patched; empty where it patched none.
QString patchedFolder(const QString& attemptFolder);

}
