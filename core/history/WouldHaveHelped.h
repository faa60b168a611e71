// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/MeasuredGraph.h"
#include "core/history/TimeSpent.h"
#include "core/store/AttemptStore.h"
#include "core/store/CacheUse.h"

#include <optional>

namespace torchmason {

// What the samples tell of the time in which steps ran.
struct MachineUse {
    int jobs = 0; // that the memory gate allowed at most; 0: there was none
    int cores = 0; // logical ones; 0: not known
    double coresBusy = 0; // on average, by whatever
    Milliseconds heldBack { 0 }; // in which a step waited for memory
    Milliseconds idleJobs { 0 }; // that were free meanwhile, one after the other
};
Result<MachineUse> machineUse(const QString& attemptFolder, const EdgeTimeline& timeline);

// Of the compilations that the cache was asked for, 0 to 1.
double hitShare(const CacheUse& use);

// Another build in the same folder, that a compiler cache answered.
struct CachedBuild {
    int attempt = 0;
    CacheUse use;
    QHash<QString, qint64> times; // milliseconds by output
};
// The nearest attempt that compiled there with more hits than this one.
std::optional<CachedBuild> cachedBuildInSameFolder(const AttemptStore& store, const AttemptSummary& attempt);

enum class Help { MoreJobs, NoWaitForMemory, CompilerCache };
QString helpId(Help help); // "more-jobs", "no-wait-for-memory", "compiler-cache"

// What would have made the steps quicker, by playing them again. An estimate: between `low` and `high` from
// the first step to the last.
struct WouldHaveHelped {
    Help help = Help::MoreJobs;
    Milliseconds low { 0 };
    Milliseconds high { 0 };
    int jobs = 0; // of MoreJobs: that would have run at the same time
    QString reason; // one sentence: what the estimate rests on
};

// Only what has measured ground, and saves a fiftieth or more. `physicalCores`: 0 where not known.
QVector<WouldHaveHelped> wouldHaveHelped(const MeasuredGraph& measured, const TimeSpent& spent,
    const MachineUse& use, int jobs, int physicalCores, const std::optional<CachedBuild>& cached);

}
