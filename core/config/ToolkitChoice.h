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

}
