// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/solver/BuildCase.h"

namespace torchmason {

// What stands in the way of a build, and the least that makes it possible.
struct Solution {
    QVector<CheckRow> rows; // problems only, worst first; the changes of each are tried ones
    QVector<Change> plan; // done together, they leave no blocker but those in `left`
    QVector<CheckRow> left; // what no change of ours removes
};

// All rows of one case, with what its rules propose: a request that cannot be made, preflight, machine. What
// prevents a build is first.
QVector<CheckRow> problemsOf(const BuildCase& wanted);

// After markWhatPrevents(): also those that tell in their words why there is no request.
void markWhatPreventsRequest(QVector<CheckRow>& rows, const QVector<RequestProblem>& problems);

// The same, where every change that can be done here was tried: it stays only if its row goes away and no
// blocker comes in its place. Where no single change does that, two together are looked for.
Solution solve(const BuildCase& wanted);

}
