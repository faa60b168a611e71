// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/config/BuildChoice.h"

namespace torchmason {

// The flag that names a toolkit's folder, whichever is chosen on the machine; empty where none does.
QString flagThatNamesToolkit(const BuildChoice& choice);
// What the row tells to do, after some of the changes that were proposed for it were left out as not helping:
// where one of them takes a toolkit that is here, that goes before installing another one, and a release
// whose installation is left out is not told unless nothing else is left to tell.
void tellToolkitToTake(CheckRow& row, const QVector<Change>& proposed);
// Uses one that is here: by the flag that names a toolkit now, else by choosing its nvcc.
Change useToolkitChange(const BuildChoice& choice, const CudaToolkitFacts& toolkit);
// Changes to the others that are here and compile for all of them, the newest first.
QVector<Change> otherToolkits(const BuildChoice& choice, const QStringList& capabilities);

}
