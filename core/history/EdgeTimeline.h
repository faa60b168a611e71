// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/AttemptLines.h"

#include <QString>
#include <QVector>

namespace torchmason {

struct AttemptRecord;

// What a step of a build does, as a timeline colours it.
enum class EdgeKind { Cxx, Cuda, Link, Generated, Other };

EdgeKind edgeKind(const EdgeRecord& edge);
QString edgeKindId(EdgeKind kind); // "cxx", "cuda", "link", "generated", "other"
QString kindWord(EdgeKind kind); // as people read it: "C and C++", "CUDA", "Link"...
QString kindWord(const EdgeRecord& edge); // of this one: "C" or "C++"
// The CMake target that a step belongs to, "torch_cpu" of "caffe2/CMakeFiles/torch_cpu.dir/x.cpp.o"; of what
// is linked the file's own name. Empty where neither tells, as of generated files.
QString targetOf(const EdgeRecord& edge);

// False of a step of which nobody told when it began, so that it begins and ends at one moment: one that
// failed before a sample saw it, or one of a log from elsewhere.
bool knowsStart(const EdgeRecord& edge);

// One bar of the timeline. Steps that ran at the same time have different lanes, from 0; those of one lane
// may overlap as little as their times are not exact.
struct TimelineEdge {
    EdgeRecord record;
    EdgeKind kind = EdgeKind::Other;
    int lane = 0;
};

struct EdgeTimeline {
    QVector<TimelineEdge> edges; // by their start
    int lanes = 0; // as many as are known to have run at the same time at most
    qint64 begin = 0; // monotonic milliseconds since the attempt began, as the records have them
    qint64 end = 0;
};

EdgeTimeline timelineOf(QVector<EdgeRecord> edges);
// edges.jsonl of an attempt's folder. Lines that are torn or no edge are passed over; a folder without the
// file has none. Fails where the file is there and cannot be read.
Result<QVector<EdgeRecord>> readEdges(const QString& attemptFolder);
// The steps of the build, as many as the attempt tells as done: without those by which ninja made its own
// build file before it began to count (code generation, CMake again), and without those of a stage after
// Compile, such as installing what goes into a wheel.
QVector<EdgeRecord> countedSteps(QVector<EdgeRecord> edges, const AttemptRecord& record);
// Those that ended well: a failed step is no finished step, though ninja counts it as done.
QVector<EdgeRecord> finishedSteps(QVector<EdgeRecord> edges);

}
