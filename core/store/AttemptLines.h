// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Units.h"
#include "core/parse/Diagnostic.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// The values that are appended to an attempt's folder, one JSON object a line. Every line carries "v".

// events.jsonl. docs/attempt-folder.md has the types, and what `data` holds for each.
struct AttemptEvent {
    qint64 time = 0; // UTC milliseconds
    QString type;
    QString stage; // stage id or empty
    Json data;
};

// Ninja's own figures at one moment; the data of a "progress" event (at most four a second). Whose figures
// are the build's, where several stages run ninja, tellsOfTheBuild() says.
struct BuildProgress {
    qint64 done = 0;
    qint64 total = 0;
    qint64 running = 0;
    QString description; // "Building CXX object c10/..."
    std::optional<Milliseconds> remainingLow; // remaining time is a range or nothing
    std::optional<Milliseconds> remainingHigh;
    QString reason; // of the range: "91 CUDA steps left, 3 at a time; times from attempt 12"
    // Of an attempt that continues another: steps of the whole build, with those that are there already.
    std::optional<qint64> inAll = {};
    // Ninja is still making its own build file (code generation, CMake again): the count is not the build's.
    bool preparing = false;
};

// A compiler, linker or generator that runs now, seen in the process table.
struct RunningEdge {
    qint64 pid = 0;
    QString output; // the file it makes, as far as its arguments tell
    QString language; // "C++", "C", "CUDA", "link", "other"
    Milliseconds age { 0 };
    std::optional<Bytes> memory; // its own and that of its children; pages that others share are left out
    std::optional<Bytes> expected; // its peak, as the memory gate expects it
};

// A compiler that the memory gate holds back.
struct HeldBackEdge {
    QString output;
    QString language;
    Milliseconds waited { 0 };
    Bytes expected = 0;
    QString reason; // one clause: "needs 4.5 GB, 3.1 GB are free"
};

// The memory gate at one moment.
struct GateSample {
    int jobs = 0; // that may run at the same time
    std::optional<Bytes> memoryLimit; // of the build
    int running = 0;
    int waitingCount = 0;
    int heldBackCount = 0; // of those that wait: for want of memory, not of a job
    QVector<HeldBackEdge> heldBack; // those that have waited longest
    qint64 preempted = 0; // ended and started again later since the build began
    qint64 retried = 0; // the same, because they had run out of memory
};

// samples.jsonl, once a second.
struct Sample {
    qint64 time = 0; // UTC milliseconds
    qint64 elapsed = 0; // monotonic milliseconds since the attempt began; use this for charts
    std::optional<Bytes> memoryTotal;
    std::optional<Bytes> memoryAvailable;
    std::optional<Bytes> buildMemory; // all processes of the build together, without our own
    std::optional<Bytes> peakMemory; // the most of it since the attempt began
    std::optional<Bytes> swapUsed;
    QVector<double> coreLoad; // 0..1 a core
    std::optional<double> memoryPressure; // PSI "some" avg10, percent
    std::optional<double> cpuPressure;
    std::optional<double> ioPressure;
    std::optional<Bytes> diskFree; // of the build folder's volume
    QString stage; // running stage whose log the offset is about
    qint64 logOffset = 0; // bytes in that stage's log at this moment: ties charts to the log
    std::optional<qint64> errors; // messages of tools in that log so far
    std::optional<qint64> warnings;
    QVector<RunningEdge> running;
    std::optional<GateSample> gate;
};

// edges.jsonl, one finished edge a line.
struct EdgeRecord {
    QString output;
    QString language;
    qint64 start = 0; // monotonic milliseconds since the attempt began
    qint64 end = 0;
    bool failed = false;
    std::optional<Bytes> peakMemory;
    // What it had of processors, where the memory gate measured it: the cost of a step, whatever else ran.
    std::optional<Milliseconds> processor = {};
    // How long the memory gate kept it waiting for memory, before `start`; nullopt where no gate measured it.
    std::optional<Milliseconds> heldBack = {};
    int restarts
        = 0; // ended for want of memory and started again by the gate; only the last run counts above
    bool cutOff = false; // never written: it was running when the build was stopped, see RunningSteps.h
};

Json toJson(const AttemptEvent& event);
Json toJson(const Sample& sample);
Json toJson(const EdgeRecord& edge);
Json toJson(const BuildProgress& progress);
Json toJson(const QVector<LogError>& errors);
// Of a "messages" event; what is no error is passed over.
QVector<LogError> logErrorsOf(const AttemptEvent& event);
Result<AttemptEvent> attemptEventFromJson(const Json& document);
Result<Sample> sampleFromJson(const Json& document);
Result<EdgeRecord> edgeRecordFromJson(const Json& document);
Result<BuildProgress> buildProgressFromJson(const Json& document);

}
