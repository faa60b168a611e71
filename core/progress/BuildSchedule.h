// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace torchmason {

// One step of a build, or a name for several (phony), which takes no time.
struct GraphNode {
    QString output; // the first one, as ninja's log has it
    QString language; // as languageOfOutput(), told better by CMake's rule; empty: phony
    QVector<int> before; // nodes that must have ended
    int pool = -1; // of BuildGraph::poolDepths
};

struct BuildGraph {
    QVector<GraphNode> nodes;
    QVector<int> poolDepths;

    // Without those that are only names.
    int steps() const
    {
        int count = 0;
        for (const GraphNode& node : nodes)
            count += node.language.isEmpty() ? 0 : 1;
        return count;
    }
};

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
