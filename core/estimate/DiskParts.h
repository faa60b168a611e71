// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/knowledge/EstimateCatalogue.h"

namespace torchmason {

// What one folder of a build takes, in bytes; `role` as in DiskFacts.
struct DiskPart {
    QString role;
    Span bytes;
    bool isThere = false; // the folder has such a build, as far as attempts tell, so that this is no new need
};
using DiskParts = QVector<DiskPart>; // the build's first

// Of a build from an empty build folder, rounded as they are shown, so that their sums are right for readers,
// too. The build's is what the last one of this machine took, else of the table, else of the profile, else
// left out. `treeIsThere`: nothing is fetched.
DiskParts diskParts(const BuildChoice& choice, bool treeIsThere);
Span totalOf(const DiskParts& parts);
QString partsText(const DiskParts& parts); // "3.2 to 7.1 GB for the build, 2.3 to 4.2 GB for the source"

// Whether two folders share their free space. Facts do not name volumes; those with the same letter, size and
// free space are taken for one, whether two mounts show it or two folders of one.
bool isSameVolume(const DiskFacts& one, const DiskFacts& other);
// The parts of each volume; a folder of which the facts say nothing lies with the first.
QVector<DiskParts> partsByVolume(const HostFacts& facts, const DiskParts& parts);
// The parts as sentences: together, or for each volume with its sum.
QString partsReason(const HostFacts& facts, const DiskParts& parts);

}
