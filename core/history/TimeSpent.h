// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"

#include <optional>

namespace torchmason {

// Steps that have something in common.
struct TimeShare {
    QString name;
    int steps = 0;
    Milliseconds time { 0 }; // of all of them, as if one ran after the other
};

// Where the time of an attempt's steps went, as far as their records alone tell.
struct TimeSpent {
    int steps = 0;
    int failed = 0;
    Milliseconds span { 0 }; // from the first start to the last end
    Milliseconds busy { 0 }; // of the span: at least one step ran
    Milliseconds work { 0 }; // of all steps, as if one ran after the other
    int mostAtOnce = 0;
    // Of those that asked the memory gate for a job; 0 where it measured none. All others need no job of it.
    int atGateAtOnce = 0;
    int expectedAtOnce = 0; // the same, or the number of jobs where that is less
    double meanAtOnce = 0; // over the span
    Milliseconds halfIdle { 0 }; // of the span: less than half of expectedAtOnce ran
    // For memory, by the gate, all steps together; nullopt where it measured none of them.
    std::optional<Milliseconds> heldBack;
    int heldBackSteps = 0;
    int restarted = 0; // steps that the gate ended and started again
    QVector<TimelineEdge> slowest; // the slowest first
    QVector<TimeShare> kinds; // all of them, the most time first; names as edgeKindId()
    // Each target, the most time first: what is linked, with its objects. What belongs to none is left out.
    QVector<TimeShare> targets;
    // Each folder of sources, the most time first, as far as the objects' paths tell.
    QVector<TimeShare> folders;
};

// `most`: how many slowest steps. `jobs`: of compilers at once, where that was limited.
TimeSpent timeSpent(const EdgeTimeline& timeline, int most, std::optional<int> jobs = {});
// The kinds as people read them.
QVector<TimeShare> withKindWords(QVector<TimeShare> kinds);

// "aten/src/ATen" of "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/x.cpp.o", as CMake names objects.
QString sourceFolderOfOutput(const QString& output);

}
