// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"

namespace torchmason {

// The flag that names a toolkit's folder, whichever is chosen on the machine; empty where none does.
QString flagThatNamesToolkit(const BuildChoice& choice);
// Uses one that is here: by the flag that names a toolkit now, else by choosing its nvcc.
Change useToolkitChange(const BuildChoice& choice, const CudaToolkitFacts& toolkit);
// Changes to the others that are here and compile for all of them, the newest first.
QVector<Change> otherToolkits(const BuildChoice& choice, const QStringList& capabilities);

}
