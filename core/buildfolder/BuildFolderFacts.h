// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"
#include "core/detect/HostFacts.h"

#include <optional>

namespace torchmason {

// What is told of a build folder in the facts of a machine, as the member `buildFolder` of the document
// (docs/facts.md): the entries of CMake's cache that options and tools have, and for each part of PyTorch
// that can be switched off one file that belongs to it. Null where the folder holds nothing of a build.
Json buildFolderFacts(const BuildFolderState& state);

// The same read back, as far as it goes. nullopt where the facts tell of no folder; fails with one sentence
// where they do in a form that cannot be read.
Result<std::optional<BuildFolderState>> buildFolderOf(const HostFacts& facts);

}
