// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/EstimateCatalogue.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// What one folder of a build needs free, in bytes; nullopt: no need is known.
struct DiskNeed {
    std::optional<Bytes> sure; // with less it cannot be built
    std::optional<Bytes> safe; // with this it can
    bool isEstimate = false; // the two are the ends of what the review expects, too
    // The sum for the volume, with one folder of it only: the build's, else the first.
    std::optional<Bytes> together;
    QString parts; // "40 GB for the build, 4.2 GB for the source"
};
// One for each of the disks of the facts. `request`: what the profile comes to; without it, with nothing
// changed.
QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile, const BuildRequest& request);
QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile);

// Whether two folders share their free space. Facts do not name volumes; those with the same letter, size and
// free space are taken for one, whether two mounts show it or two folders of one.
bool isSameVolume(const DiskFacts& one, const DiskFacts& other);

}
