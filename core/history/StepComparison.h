// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/history/EdgeTimeline.h"

#include <QStringList>
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
    QVector<int> failed; // beside those
};

struct StepComparison {
    // That at least two made, in times between which there is more than chance, see isByChance(); the largest
    // difference first.
    QVector<ComparedStep> steps;
    qsizetype alike = 0; // how many are left out there
    QVector<ComparedStep> alone; // that only one made, the longest first
    QVector<ComparedKind> kinds; // those that are there, in the order of EdgeKind
};

// Steps that failed made nothing. An output that an attempt made several times counts with the last of them.
StepComparison compareSteps(const QVector<QVector<EdgeRecord>>& attempts);

// "62 in 1 h 3 min, 1 failed", of the attempt at `column`; empty where it has none.
QString kindText(const ComparedKind& kind, qsizetype column);
// What is said where all times are alike, so that there are no `steps`; empty elsewhere.
QString alikeText(const StepComparison& comparison);
// Of the path of each, as much of its end as the others do not have.
QStringList shortOutputs(const QVector<ComparedStep>& steps);

}
