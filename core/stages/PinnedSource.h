// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/request/Configuration.h"
#include "core/stages/Print.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// NCCL's sources, which PyTorch 2.7 and later pin in a file instead of a submodule. Up to 2.12 only setup.py
// fetches them, from 2.13 on CMake does (cmake/PreBuildSteps.cmake); both take a clone that is there.
struct PinnedSource {
    QString tag; // "v2.27.5-1"
    QString folder; // third_party/nccl in the tree
};

// Whether CMake compiles NCCL with these flags: CUDA and distributed, on Linux, and not the system's.
bool compilesNccl(const Configuration& configuration);

// Files below .ci/docker/ci_commit_pins that may name the tag for a toolkit; the first that is there counts.
QStringList ncclPinNames(const QString& toolkit);
QString ncclAddress(); // of NVIDIA's repository
// What the tree pins for that toolkit ("12.6"; empty: unknown); nullopt where it is a submodule, nothing is
// pinned, or the pin is no tag.
std::optional<PinnedSource> pinnedNccl(const QString& sourceFolder, const QString& toolkit);
// Whether the folder holds sources; an empty or broken one does not.
bool hasNccl(const QString& sourceFolder);

// Clones it, or moves a clone of another release to the pinned one. `print` gets what is done. Answers a
// closing line, also where there is nothing to do.
Result<QString> fetchNccl(
    const QString& sourceFolder, const QString& toolkit, const QString& git, const Print& print);

}
