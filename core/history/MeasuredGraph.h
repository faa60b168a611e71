// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/history/EdgeTimeline.h"
#include "core/progress/BuildSchedule.h"

#include <QHash>
#include <QStringList>

namespace torchmason {

// The steps of an attempt with what each waits for, by build.ninja, and the time that each took.
struct MeasuredGraph {
    BuildGraph graph;
    WorkLeft work; // what the attempt did not run counts as done
    QHash<QString, int> nodes; // by output
    NinjaOrder order = NinjaOrder::LongestWay;

    // Milliseconds until all is done, with so many jobs at a time.
    double played(int jobs) const { return playSchedule(graph, work, jobs, order).milliseconds; }
};

// Reads build.ninja as it is now. Fails with a sentence where it is gone, or has not nearly all of the steps.
Result<MeasuredGraph> measuredGraph(
    const EdgeTimeline& timeline, const QString& buildFolder, const QStringList& targets);

// Nodes in the order in which they had to run: no number of jobs would have been quicker than these.
QVector<int> longestChain(const MeasuredGraph& measured);

}
