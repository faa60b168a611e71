// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/DiskUse.h"
#include "core/stages/FolderRemoval.h"

namespace torchmason {

// What goes with what a build folder holds, in sentences. An error says why it cannot be emptied: an attempt
// builds there or waits to, or it does not look like a build folder. `attempts`: all of the store's, as they
// are now.
Result<QStringList> planClearing(const FolderUse& folder, const QVector<AttemptSummary>& attempts);
// Empties the build folder and keeps it; links are not followed. Nobody builds there meanwhile. Answers what
// went.
Result<FolderCount> clearBuildFolder(const FolderUse& folder, const QVector<AttemptSummary>& attempts);

}
