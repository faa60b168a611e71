// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/estimate/Estimate.h"
#include "core/profile/Profile.h"

namespace torchmason {

struct BuildRequest;

// What to expect on this machine: its own attempts first, then what was published. Reads the attempts'
// folders and looks whether source and build folder are there: for a worker thread.
BuildEstimate estimateHere(const HostFacts& facts, const Profile& profile, const BuildRequest& request,
    const QString& attemptsFolder);

// The same for a machine that is only known by its facts: what happened on this one says nothing about it.
BuildEstimate estimateElsewhere(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

}
