// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/ReleaseCatalogue.h"
#include "core/profile/Profile.h"
#include "core/request/SourceSpec.h"

namespace torchmason {

// A profile's ranges are for its own release. `source` is what a build takes, which may be another one.
bool isOtherRelease(const Profile& profile, const SourceSpec& source);

// The profile's needs; for another release what that one itself takes of Python and CMake, as far as it is
// known: `release` is of the tables or of the tree.
ProfileNeeds needsFor(const Profile& profile, const SourceSpec& source, const TorchRelease* release);
ProfileNeeds needsFor(const Profile& profile, const SourceSpec& source);

}
