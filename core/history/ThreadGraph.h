// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Lineage.h"

#include <QSet>
#include <QVector>

namespace torchmason {

// Lanes of a graph are numbered from the left. Attempts that many others go on with would need more: what has
// no lane of its own shares the last one.
constexpr int mostThreadLanes = 6;

// How an attempt is drawn in a list of its thread with the newest on top: a dot in a lane, lines to those it
// goes on with below, and lines that pass. Lanes of a set are its bits.
struct ThreadRow {
    int lane = 0; // of the dot
    bool hasNewer = false; // a line comes from above
    bool hasOlder = false; // a line goes on below
    bool skips = false; // attempts between this one and the one below are not shown
    unsigned joins = 0; // lanes whose lines come from above and end in the dot
    unsigned passing = 0; // lanes whose lines go from top to bottom
    int lanes = 1; // of the whole thread
};

// The rows of a lineage whose attempts are shown, the newest first.
QVector<ThreadRow> threadRows(const Lineage& lineage, const QSet<int>& shown);

}
