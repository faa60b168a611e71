// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogPlaces.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

struct StageDivergence {
    QString stage;
    LogDivergence place;
};

// Of each stage whose logs differ, of those that both have, in the order of the stages. A source that both
// fetched is passed over: servers and speeds are told there; so are the lines of our own steps before the
// first program of a stage.
Result<QVector<StageDivergence>> divergentStages(const AttemptRecord& left, const QString& leftFolder,
    const AttemptRecord& right, const QString& rightFolder, const std::stop_token& stop = {});
// In one stage of the attempts in these folders, which are read whole. None where only one has a log of it.
Result<QVector<LogDivergence>> divergencesIn(const QString& stage, const QString& leftFolder,
    const QString& rightFolder, const WantedPlaces& wanted, const std::stop_token& stop = {});

}
