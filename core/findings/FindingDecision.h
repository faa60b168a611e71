// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/DecidingFacts.h"

#include <QVector>

namespace torchmason {

// Where facts decide between the reasons of a message, the explanation says so and the fix that fits comes
// first. Where they do not, the reasons stand in `candidates`, each with what would tell.
void decideFindings(QVector<Finding>& findings, const DecidingFacts& facts);

// Whether what lies in the build folder decides about it: reading that takes a moment.
bool asksBuildFolder(const Finding& finding);

}
