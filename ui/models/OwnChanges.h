// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/fixes/RequestDifference.h"

namespace torchmason {

// What is told as the user's changes: what the edits make of the profile's request, without what the tour
// sets and what follows of itself. `plain` is the request without edits, `after` the one with them.
QVector<RequestDifference> ownChanges(
    const RequestWishes& edits, const BuildRequest& plain, const BuildRequest& after);

// Flags and variables among the edits, without those of the tour.
int ownFlags(const Configuration& edits);

}
