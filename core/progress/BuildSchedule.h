// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/BuildGraph.h"

namespace torchmason {

// What of a graph is left to do at one moment.
struct WorkLeft {
    // By node, milliseconds; of a step that runs, what it still takes. Nothing for names and what is done.
    QVector<double> left;
    QVector<bool> isDone;
    QVector<bool> isRunning;
};

// In which order ninja takes what is ready: by place in the file (to version 1.11), or what has the longest
// way to the end before it (from 1.12).
enum class NinjaOrder { File, LongestWay };

struct ScheduleEnd {
    double milliseconds = 0; // until everything has ended
    double longestWay = 0; // until it would with any number of jobs
};

// Plays what is left with so many jobs at a time.
ScheduleEnd playSchedule(const BuildGraph& graph, const WorkLeft& work, int jobs, NinjaOrder order);

}
