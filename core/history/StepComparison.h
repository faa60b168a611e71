// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/history/EdgeTimeline.h"

#include <QVector>

#include <optional>

namespace torchmason {

// The lists have one entry for each attempt, in their order.
struct ComparedStep {
    QString output;
    EdgeKind kind = EdgeKind::Other;
    QVector<std::optional<Milliseconds>> times; // nullopt: this attempt did not make it
    Milliseconds difference { 0 }; // between the longest and the shortest; its time, where one alone made it
};

struct ComparedKind {
    EdgeKind kind = EdgeKind::Other;
    QVector<int> counts;
    QVector<Milliseconds> times; // of all steps together, not of the clock
};

struct StepComparison {
    QVector<ComparedStep> steps; // that at least two made in different times, the largest difference first
    QVector<ComparedStep> alone; // that only one made, the longest first
    QVector<ComparedKind> kinds; // those that are there, in the order of EdgeKind
};

// Steps that failed made nothing. An output that an attempt made several times counts with the last of them.
StepComparison compareSteps(const QVector<QVector<EdgeRecord>>& attempts);

}
