// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/process/ProcessIdentity.h"
#include "core/request/BuildRequest.h"
#include "core/stages/StagePlan.h"
#include "core/store/CacheUse.h"

#include <QMap>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

enum class AttemptState {
    Requested, // the folder and its request are there, the runner has not begun
    Running,
    Succeeded,
    Failed,
    Stopped, // by the user
    Interrupted, // the runner died; never written, derived from Running without a living runner
};

constexpr bool hasEnded(AttemptState state)
{
    return state != AttemptState::Requested && state != AttemptState::Running;
}

enum class StageState {
    Waiting,
    Running,
    Succeeded,
    Failed,
    Stopped,
    Skipped,
};

struct StageResult {
    QString id;
    StageState state = StageState::Waiting;
    std::optional<qint64> startedAt; // UTC milliseconds
    std::optional<Milliseconds> duration; // monotonic
    std::optional<int> exitCode;
    QString error; // one sentence where it failed
    std::optional<qint64> errors; // messages of tools in its log; once it has been read to the end
    std::optional<qint64> warnings;
    QString firstError; // "FILE:LINE: message"
    std::optional<CacheUse> cache; // of the stage's compilations, where a cache was asked
    QString logFile; // relative to the attempt's folder: "logs/configure.log"
    // What it began with, beyond its commands: "source" -> a commit, "compiler" -> "gcc 12.2.0"...
    QMap<QString, QString> inputs;

    // Whatever came of it.
    bool hasBegun() const { return state != StageState::Waiting && state != StageState::Skipped; }
};

// A wheel that the attempt has made.
struct WheelRecord {
    QString path; // absolute
    Bytes size = 0;
    QString sha256;
    // What it has code for: "sm_80", "compute_90"; empty without CUDA, nullopt where it was not looked at.
    std::optional<QStringList> archs = {};
};

// Of an attempt that came in a bundle from another machine, or was made of a plain log: nothing of it is here
// but its folder.
struct ImportNote {
    qint64 at = 0; // UTC milliseconds
    int number = 0; // of the attempt there; 0 of a log
    QString from; // the computer's name; empty where the bundle does not tell
    QString digest; // of the bundle's or the log's contents
    QString log = {}; // name of the plain log that it was made of; empty: it came in a bundle
    bool hasTimes = false; // the log's lines tell times, and those of stages and steps are theirs
    QMap<QString, QString> told = {}; // what CMake's summary in the log says: USE_CUDA -> ON
};

// attempt.json: rewritten by the runner whenever a state changes (through a rename, so always whole).
struct AttemptRecord {
    int number = 0;
    QString id; // UUID
    AttemptState state = AttemptState::Requested;
    BuildRequest request;
    StagePlan plan;
    QVector<StageResult> stages;
    qint64 createdAt = 0; // UTC milliseconds
    std::optional<qint64> startedAt;
    std::optional<qint64> endedAt; // with all that follows the last stage
    // To the end of the last stage, monotonic: what the build took. The search for a cause, sums and products
    // come after it.
    std::optional<Milliseconds> duration;
    QVector<int> waitsFor; // attempts that must end before this one begins; see isWaiting()
    ProcessIdentity runner;
    QString socket; // local socket name of the runner
    QString error; // why it failed, one sentence
    QString firstFinding; // title of the first root cause
    QString firstFindingRule;
    // Of the build's own processes together; at least that of each step, which the system measures between
    // two samples, too.
    std::optional<Bytes> peakMemory;
    std::optional<qint64> edgesDone; // as ninja counts: with those that failed; see stepsDone()
    std::optional<qint64> edgesTotal;
    // Where it continues another attempt: of the whole build, with those that were there already.
    std::optional<qint64> edgesInAll = {};
    std::optional<qint64> edgesFailed; // in the last run of ninja
    // Of the files when the attempt ended, which it is not asked again: others build there later. nullopt: it
    // was not measured.
    std::optional<Bytes> buildFolderSize;
    std::optional<Bytes> productsSize;
    // What CMake's cache in the build folder had once it was configured, though nobody had asked for it, and
    // which is not the default: switches, and what an earlier attempt had asked for. USE_DISTRIBUTED -> OFF.
    // nullopt: it was not looked.
    std::optional<QMap<QString, QString>> folderSwitches;
    QStringList products; // files made, absolute
    QVector<Bytes> productSizes; // of each of them when the attempt ended; empty in older records
    QVector<WheelRecord> wheels;
    QString programVersion;
    std::optional<ImportNote> imported;
};

QString wheelFileName(const WheelRecord& wheel);
// The first digits of its SHA-256, as people are shown it.
QString shortHash(const WheelRecord& wheel);
// Files that were made; empty where all that was built is in the wheel.
QStringList productsOf(const AttemptRecord& record);
// Made of a plain log, which tells little of what was asked for.
bool isOfLog(const AttemptRecord& record);
// UTC milliseconds; when it was asked for or imported, where its start is not known.
qint64 startOf(const AttemptRecord& record);
// Of startOf(), written as `moment`: "imported 5 min ago" of a log that does not tell its start.
QString startText(const AttemptRecord& record, const QString& moment);
// A stage as people read it: "Compile" for "compile".
QString stageTitle(const AttemptRecord& record, const QString& stageId);

// Whether it waits its turn: its runner is there, and other attempts build. On disk its state is "running",
// which says no more than that its runner is there.
bool isWaiting(const AttemptRecord& record);

QString attemptStateId(AttemptState state); // "requested", "running", "succeeded"...
QString stageStateId(StageState state);
Json toJson(const AttemptRecord& record);
Result<AttemptRecord> attemptRecordFromJson(const Json& document, const QString& where);

}
