// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/CheckRow.h"
#include "core/configured/CleanAdvice.h"
#include "core/detect/HostFacts.h"

#include <functional>

namespace torchmason {

// Before configuring: fails with the smallest clean that is safe where the folder cannot be used as it is.
Result<QString> checkBuildFolder(const BuildFolderWishes& wishes);

// Removes as much as the level says, and nothing outside of the build folder; `print` gets a line for
// everything that goes. Not for CleanLevel::All.
Result<QString> cleanParts(
    const BuildFolderWishes& wishes, CleanLevel level, const std::function<void(const QString&)>& print);

// The same check as rows for people, of this machine's disk; none where all is well or where the request
// cleans enough by itself.
QVector<CheckRow> buildFolderRows(const BuildRequest& request);
// Of another machine, as far as its facts tell of the folder.
QVector<CheckRow> buildFolderRows(const BuildRequest& request, const HostFacts& facts);

}
