// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"
#include "core/export/HelperSteps.h"

namespace torchmason {

// What the helper modes of HelperModes.cpp do, as far as it is more than one call. The answer is the line
// that they end with.

// A line on standard output.
void tell(const QString& line);
BuildFolderWishes folderWishes(const HelperStep& step);
Result<QString> runClean(const HelperStep& step);
Result<QString> runVerify(const HelperStep& step);
Result<QString> runPrepareBuild(const HelperStep& step);
Result<QString> runCheckConfiguration(const HelperStep& step);
Result<QString> runCleanParts(const HelperStep& step);
Result<QString> runPatch(const HelperStep& step);
Result<QString> runPutBackPatches(const HelperStep& step);
Result<QString> runUnpackDebian(const HelperStep& step);
Result<QString> runPrepareVenv(const HelperStep& step);
Result<QString> runInstallWheel(const HelperStep& step);
Result<QString> runTakeInstallBack(const HelperStep& step);
Result<QString> runPrepareGit(const HelperStep& step);
Result<QString> runTellWheels(const HelperStep& step);

}
