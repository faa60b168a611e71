// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/ResultSummary.h"
#include "core/store/AttemptRecord.h"
#include "core/store/StepsBefore.h"

namespace torchmason {

// What is said of an attempt that has ended, where no finding says more; without widgets.

// An install that failed may have brought something, too. Where the runner died, its stage still says that it
// runs.
bool canBeTakenBack(const AttemptRecord& record);

// Of a build that ended well.
QString successTitle(const AttemptRecord& record);
// `gone`: of its products.
QString successText(const AttemptRecord& record, qsizetype gone);
// "12 min faster than attempt 9, which took 1 h 2 min; it had other settings: USE_CUDA." With what the verify
// stage tried, and notes of its logs before it.
QString comparisonText(const ResultSummary& summary);
// Where the time went, a line for each of the parts and one for what they leave.
QString timesText(const AttemptRecord& record, const QVector<TimePart>& parts);
// How to use what was made besides a wheel, as a command to copy: a program is started, a library is put
// where CMake finds it. Asks the disk.
QString useCommand(const AttemptRecord& record);

// A line for each file that was made, with its size where that was measured.
QStringList productLines(const AttemptRecord& record);

// Of one that did not end well: how it ended and what can be done.
QString endTitle(const AttemptRecord& record);
QString endText(const AttemptRecord& record, const StepsBefore& before);
// "Continue attempt 12 at Compile": the first stage that did not end well.
QString continueText(const AttemptRecord& record);

}
