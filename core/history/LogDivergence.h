// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/history/LogMatching.h"
#include "core/store/AttemptRecord.h"

#include <optional>
#include <stop_token>

namespace torchmason {

// A line of one log with those around it.
struct LogExcerpt {
    qint64 line = 0; // from 1; 0: this log has nothing there
    qint64 first = 1; // number of the first line shown
    QStringList shown; // plain text, long lines cut; the last ones where the log ends there, else none
    QVector<quint64> identities; // of these, see LineIdentity
};

struct LogDivergence {
    LogExcerpt left;
    LogExcerpt right;
};

// What is said of the log of an attempt that has nothing there; empty where it has.
QString missingText(int attempt, const LogExcerpt& place);

// Lines that say the same are in one row, and so are lines that say something else in the same place, first
// of all those at which the logs part.
ShownRows linesSideBySide(const LogDivergence& place);
// The one row at which they part; -1: it is not shown.
qsizetype partingRow(const LogDivergence& place, const ShownRows& rows);

// Where two logs first say something else, see LineIdentity; nullopt: nowhere. Steps of a build that runs
// several at once may come in another order. A step that printed something else is shown beside itself. Fails
// where one of them cannot be read. Once `stop` is asked for, the answer means nothing.
Result<std::optional<LogDivergence>> firstDivergence(
    const ComparedLog& left, const ComparedLog& right, const std::stop_token& stop = {});

// Some of the places, which are counted from the first one.
struct WantedPlaces {
    qsizetype skipped = 0; // this many at the beginning
    qsizetype most = 1;
};
// The same for further places. Behind each the logs are laid side by side anew; what the place before shows
// already is no place of its own, and what one of them alone says without a break is one.
Result<QVector<LogDivergence>> divergences(const ComparedLog& left, const ComparedLog& right,
    const WantedPlaces& wanted, const std::stop_token& stop = {});

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
