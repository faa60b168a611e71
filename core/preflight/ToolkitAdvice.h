// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"

namespace torchmason {

// The CUDA release to install for a build: one that compiles for all these compute capabilities, and of those
// rather one in the profile's range, rather an official one of the PyTorch release, rather one that the
// driver runs, rather the newest. Empty where no release compiles for all.
QString adviseToolkit(const HostFacts& facts, const Profile& profile, const SourceSpec& source,
    const QStringList& capabilities, const QString& atLeast = {});

// Whether a toolkit compiles for all of them; one that the table lacks is not known to.
bool compilesAll(const CudaToolkitFacts& toolkit, const QStringList& capabilities);

// The flag that names a toolkit's folder, whichever is chosen on the machine; empty where none does.
QString flagThatNamesToolkit(const BuildChoice& choice);
// Uses one that is here: by the flag that names a toolkit now, else by choosing its nvcc.
Change useToolkitChange(const BuildChoice& choice, const CudaToolkitFacts& toolkit);
// Changes to the others that are here and compile for all of them, the newest first.
QVector<Change> otherToolkits(const BuildChoice& choice, const QStringList& capabilities);

}
