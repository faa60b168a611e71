// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QString>

#include <optional>

namespace torchmason {

// Sentences about an attempt, in one place and without widgets.

// "Compiling", "Failed while linking": the largest words on the screen.
QString headlineOf(const AttemptRecord& record, bool stopping);
QString messageCounts(qint64 errors, qint64 warnings); // "1 error, 12 warnings"
QString warningCount(qint64 warnings); // "12 warnings"
// "1 h 50 min to 2 h 20 min" of what was told `age` ago; empty where nothing is known or the time has run
// out.
QString remainingText(const BuildProgress& progress, Milliseconds age);
// Whether it takes longer than was told.
bool isOverdue(const BuildProgress& progress, Milliseconds age);
// What kind of stage works now: "Configuring".
QString stageVerb(const QString& stageId, const QString& fallback);
QVector<Finding> rootFindings(const QVector<Finding>& findings); // the causes, in their order
// A finding as Markdown that can be pasted into an issue.
QString issueText(const Finding& finding, const AttemptRecord& record);
// The same of an attempt without a known cause: `logEnd` are the last lines of the log of `stage`.
QString issueText(const AttemptRecord& record, const QString& stage, const QString& logEnd);

}
