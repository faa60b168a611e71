// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/EstimateCatalogue.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// What one folder of a build needs free, in bytes: the figures that the review shows, too. The build's, else
// the first one of a volume, has the sum for all of them.
struct DiskNeed {
    std::optional<Span> range; // between its ends it may be enough; nullopt: no need is known
    std::optional<Bytes> sure; // with less it cannot be built
    QString parts; // of the sum: "40 GB for the build, 4.2 GB for the source"
};
// One for each of the disks of the facts. `request`: what the profile comes to; without it, with nothing
// changed.
QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile, const BuildRequest& request);
QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile);

}
