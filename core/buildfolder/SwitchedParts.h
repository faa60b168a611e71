// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"

#include <QStringList>

namespace torchmason {

// Parts of PyTorch whose outputs can be told by name: the flags that switch them.
QStringList switchedParts();

enum class OutputChoice {
    All, // by name, and libraries by the symbols in them
    UnplannedOnly, // by name, and only what the folder's build.ninja makes no more
    ObjectsOnly, // by name, objects alone
};

// What the folder holds of a part, relative to it.
QStringList outputsOfPart(const BuildFolderState& state, const QString& flag, OutputChoice choice);

}
