// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/fixes/RequestDifference.h"

namespace torchmason {

// Flags and variables that a draft has from an attempt, as long as its edits still have them.
struct TakenValues {
    int attempt = 0; // 0: none
    Configuration values;
};
// Whether the edits have what is different from there.
bool isTaken(const TakenValues& taken, const Configuration& edits, const RequestDifference& change);

// What is told as the user's changes: what the edits make of the profile's request, without what a tour that
// runs sets and what follows of itself. `plain` is the request without edits, `after` the one with them.
QVector<RequestDifference> ownChanges(const RequestWishes& edits, const TakenValues& taken,
    const BuildRequest& plain, const BuildRequest& after);

// Flags and variables among the edits, without those of a tour that runs.
int ownFlags(const Configuration& edits, const TakenValues& taken);

}
