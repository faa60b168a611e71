// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/WouldHaveHelped.h"

namespace torchmason {

// Where the time of one attempt's steps went, and what would have made them quicker.
struct TimeReport {
    TimeSpent spent;
    std::optional<MeasuredGraph> measured;
    QString notMeasured; // why there is no `measured`
    QVector<int> chain; // nodes of `measured`, in their order: each waits for the one before
    Milliseconds chainTime { 0 };
    MachineUse use;
    QVector<WouldHaveHelped> helps;
};

// `most`: how many slowest steps. Reads the attempt's folder and its build folder, which
// may take seconds; fails where the steps cannot be read.
Result<TimeReport> timeReport(const AttemptSummary& attempt, int most, const AttemptStore& store);

// "9.1 %"; "-" where there is no whole.
QString sharePercent(Milliseconds part, Milliseconds whole);
// "8 jobs", "a filled compiler cache".
QString helpText(const WouldHaveHelped& help);
// Sentences: how long the steps took, how many ran at once, cores, memory gate, compiler caches.
QStringList timeSentences(const TimeReport& report, const AttemptRecord& record);
// Why these steps could not be quicker with any number of jobs, or why that is not known.
QString chainSentence(const TimeReport& report);

}
