// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// nullptr where there is none.
const StageResult* stageNamed(const QVector<StageResult>& stages, const QString& id);

// What became of a stage, as seen with its attempt: StageState, which is written as it was left, and what an
// attempt that is over makes of it.
enum class StageStanding {
    Waiting,
    Running,
    Succeeded,
    Failed,
    Stopped,
    Skipped, // the plan leaves it out
    NotReached, // the attempt ended before its turn
    Interrupted, // it ran when the runner died
};

StageStanding standingOf(StageState stage, AttemptState attempt);
// In English, as files and the command line have it: "not reached".
QString stageStateText(const StageResult& stage, const AttemptRecord& record);
// What a compiler cache did, a line for each stage that it was asked for, with the stage's name before it;
// one line without names where all say the same. Without a full stop.
QStringList cacheLines(const AttemptRecord& record);

}
