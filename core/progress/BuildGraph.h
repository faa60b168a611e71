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

}
