// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// Part of the time that an attempt took.
struct TimePart {
    QString stage; // its id
    QString target; // of the stage that compiles: the CMake target; empty: all of the stage
    int steps = 0; // of the target
    Milliseconds time { 0 }; // on the clock; of a target its share of the stage's
    int percent = 0; // of the attempt
};

// The attempt before it that built the same tree on this machine and ended well.
struct EarlierSuccess {
    int number = 0;
    Milliseconds difference { 0 }; // of both times without fetching; negative: this one was faster
    Milliseconds time { 0 }; // that the earlier one took
    bool isOfChain = false; // this one's time is that of all attempts that it goes on with
    QStringList differingOptions;
    bool hasFetched = false; // one of the two; see hasDownloaded()
    bool wasOfChain = false; // isOfChain of the earlier one
};

// What a build that ended well tells beside what it made.
struct ResultSummary {
    QVector<TimePart> longest; // three at most
    std::optional<EarlierSuccess> earlier; // nullopt also where one of the two did only a part of the work
    QStringList checks; // see checksOf()
    QStringList findingTitles = {}; // of findings in its logs that are worth knowing
};

// What the verify stage found good or doubtful, as its log says it; of an attempt that installs only, the
// install stage.
QStringList checksOf(const AttemptRecord& record, const QString& attemptFolder);

// Reads the attempt's folder and those before it: for a worker thread.
ResultSummary resultSummary(const AttemptRecord& record, const QString& attemptFolder);

}
