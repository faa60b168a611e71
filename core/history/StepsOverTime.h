// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QVector>

#include <optional>

namespace torchmason {

// How many steps of a build had ended well, over the time since its first one began. Milliseconds, ascending.
struct StepsOverTime {
    struct Point {
        qint64 elapsed = 0;
        qint64 done = 0;
    };
    int number = 0; // of the attempt
    qint64 begin = 0; // of its first step, since the attempt began
    QVector<Point> points;

    // 0 before the first one.
    qint64 doneAt(qint64 elapsed) const;
    // The same of a build that goes on where so many were done.
    StepsOverTime onTopOf(qint64 before) const;
    // When so many were done; the end of the last one where there were fewer.
    qint64 elapsedAt(qint64 done) const;
};

// Of an attempt's finished steps, with about `most` points; empty where there are none.
StepsOverTime stepsOverTime(int number, const QVector<EdgeRecord>& recorded, int most);
// Of the newest build before attempt `number` of the same tree, targets and options that did all of its work
// in one go. Reads attempts' folders: for a worker thread.
std::optional<StepsOverTime> earlierSteps(
    int number, const BuildRequest& request, const QString& attemptsFolder);

}
