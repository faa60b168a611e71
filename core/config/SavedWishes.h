// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"

namespace torchmason {

// A profile with what was chosen on top of it, for a file of the user's own.
struct WishedProfile {
    Profile profile;
    // What a profile does not hold: places on this machine, what is for one build only, and secrets. "the
    // build folder", "MY_TOKEN (secret)".
    QStringList leftOut;
};
// What it needs follows the flags: other architectures need other cards, and a build without CUDA needs no
// toolkit. One that was known not to work is not known to fail any more when its flags are others.
WishedProfile withWishes(const Profile& profile, const RequestWishes& wishes);

// Takes values out that passwords and tokens stand in; answers whose.
QStringList removeSecrets(Configuration& configuration);

}
