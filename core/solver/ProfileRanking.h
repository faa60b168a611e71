// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/detect/HostFacts.h"
#include "core/profile/ProfileCatalogue.h"

namespace torchmason {

enum class ProfileFit {
    Fits,
    FitsWithChanges, // something must be installed, freed or set
    ForOtherCards, // can be built here, and there is no card here that runs it
    DoesNotFit, // nothing short of another machine helps
    Historical, // known not to work
};

struct RankedProfile {
    Profile profile;
    ProfileFit fit = ProfileFit::DoesNotFit;
    int score = 0;
    QStringList reasons; // why it does not fit: "CUDA toolkit: needs 12.8 or newer, you have 12.4.131"
    QStringList remarks = {}; // "is made for your NVIDIA A100 (8.0)"
};

// Judged by the same checks as a build. What is for the card that is there comes first, even where something
// must be installed for it. Where there is none, what fits comes first, then what needs changes, then what is
// for cards. Then comes what does not fit, that of other systems behind; historical profiles come last. Of
// equals the newest is first. `wishes` is what the user wants of each of them.
QVector<RankedProfile> rankProfiles(
    const ProfileCatalogue& catalogue, const HostFacts& facts, const RequestWishes& wishes = {});
QString profileFitText(ProfileFit fit); // for people: "fits after fixes", "known not to work"
QString profileFitId(ProfileFit fit); // in JSON: "fits with changes", "historical"

}
