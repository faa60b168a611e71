// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptStore.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// Deleting attempts. Only what lies in the store's folder is touched; links are not followed, and no number
// of a deleted attempt is given again.

struct RemovalPlan {
    int number = 0;
    FolderCount count; // of the attempt's folder
    QStringList losses; // sentences: what cannot be done any more afterwards
    QString buildFolder; // stays; empty where the attempt names none that is here
};

// What deleteAttempt() would do. An error says why the attempt cannot be deleted: it runs or waits, one that
// goes on with it runs, or what has its name is a link. `attempts`: all of the store's.
Result<RemovalPlan> planRemoval(
    const AttemptStore& store, int number, const QVector<AttemptSummary>& attempts);
// The folder is given another name first: no reader or runner meets half an attempt. Answers what went.
Result<FolderCount> deleteAttempt(
    const AttemptStore& store, int number, const QVector<AttemptSummary>& attempts);

// Which other attempts go on with one of these, and which built later in its folder, a sentence a line; empty
// where there are none. Reads disks.
QString goesOnText(const QVector<int>& numbers, const QVector<AttemptSummary>& attempts);

// How many attempts `attempts tidy` leaves: "keep" of the group "attempts" in <config>/settings.ini; nullopt:
// nothing is said there. Nothing is ever deleted by itself.
std::optional<int> keptAttempts();

struct KeptBeyond {
    int number = 0;
    QString why; // a sentence
};
struct TidyPlan {
    QVector<int> goes; // the oldest first
    QVector<KeptBeyond> stays; // older than the last `keep`, for these reasons
};
// The oldest beyond the newest `keep`. Stays: what has a note or tag, runs or waits, cannot be read, is gone
// on with by one that stays, or is needed to take back an install or a change of a source tree that is there.
TidyPlan planTidy(const QVector<AttemptSummary>& attempts, int keep);

}
