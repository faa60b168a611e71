// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/patch/PatchPlan.h"

#include <functional>

namespace torchmason {

// What an attempt did to its source tree, so that it can be undone (see PatchUndo.h): patches.json with the
// hashes of each file before and after, and originals/<hash> with the bytes that were there, both in the
// attempt's folder. Both are written before the first file of the tree changes.
constexpr int patchSchema = 1;
QString patchJournal(const QString& attemptFolder);
QString keptOriginal(const QString& attemptFolder, const QString& hash);

// Makes all changes or none. `print` gets a line per change. Answers a closing line.
Result<QString> applyPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QString& attemptFolder, const std::function<void(const QString&)>& print);

}
