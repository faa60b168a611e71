// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"

#include <functional>

namespace torchmason {

// Before configuring: fails with the smallest clean that is safe where the folder cannot be used as it is.
Result<QString> checkBuildFolder(const BuildFolderWishes& wishes);

// Removes as much as the level says, and nothing outside of the build folder; `print` gets a line for
// everything that goes. Not for CleanLevel::All.
Result<QString> cleanParts(
    const BuildFolderWishes& wishes, CleanLevel level, const std::function<void(const QString&)>& print);

}
