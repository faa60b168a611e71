// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/profile/Profile.h"

namespace torchmason {

// The CUDA toolkit that a build takes. `source` and `configuration` are the build's, which may differ from
// the profile's. Pointers live as long as the facts.

// The newest that source builds of a release were seen with, else the newest of its official binaries; empty
// where neither is known.
QString newestCudaOf(const TorchRelease& release);

// One of the profile's range (toolkitFor()); else one from the release's oldest to its newest that compiles
// for all architectures, rather an official one: a profile's range only says what its author had. nullptr
// where none is here.
const CudaToolkitFacts* fittingToolkit(const HostFacts& facts, const ProfileNeeds& needs,
    const SourceSpec& source, const Configuration& configuration);
// The same; where none fits, one that is here all the same, so that checks can say what is wrong with it.
const CudaToolkitFacts* toolkitToTake(const HostFacts& facts, const ProfileNeeds& needs,
    const SourceSpec& source, const Configuration& configuration);

// The CUDA release to install for a build: one that compiles for all these compute capabilities, and of those
// rather one in the profile's range, rather an official one of the PyTorch release, rather one that the
// driver runs, rather the newest. Empty where no release compiles for all.
QString adviseToolkit(const HostFacts& facts, const Profile& profile, const SourceSpec& source,
    const QStringList& capabilities, const QString& atLeast = {});

// Whether a toolkit compiles for all of them; one that the table lacks is not known to.
bool compilesAll(const CudaToolkitFacts& toolkit, const QStringList& capabilities);

}
