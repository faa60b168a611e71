// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"

#include <QString>

namespace torchmason::AttemptFiles {

// The names inside an attempt's folder and the version of what is written there. docs/attempt-folder.md
// describes the format.
constexpr int schema = 1;

QString request(const QString& folder); // request.json
QString record(const QString& folder); // attempt.json
QString events(const QString& folder); // events.jsonl
QString samples(const QString& folder); // samples.jsonl
QString edges(const QString& folder); // edges.jsonl
QString findings(const QString& folder); // findings.json
QString notes(const QString& folder); // notes.json; the user's, see AttemptNotes.h
QString runnerLog(const QString& folder); // runner.log, what the runner itself complains of; usually empty
QString withdrawn(const QString& folder); // empty; the asker gave up before the runner began
QString relativeLog(const QString& stageId); // "logs/configure.log", as StageResult::logFile says it
QString log(const QString& folder, const QString& stageId); // the same, absolute

// What the runner is asked to do. Secrets are masked in it, see SecretMask.h.
Result<BuildRequest> readRequest(const QString& folder);

enum class RecordPart {
    Whole,
    WithoutPlan, // the plan is half of the file
    Outline, // nor flags, variables and facts of the machine: for lists of many that show one row of each
};

// The record with its state as a reader should see it: Interrupted where the runner is gone, Requested
// from request.json where the runner has not written yet. Fails where the folder is gone, the files are
// broken, or a newer version of the program wrote them.
Result<AttemptRecord> readRecord(const QString& folder, RecordPart part = RecordPart::Whole);

// What readRecord() fails with where the folder is gone.
QString goneText(const QString& folder);

// Root causes first; none where there is no file or it cannot be read.
QVector<Finding> readFindings(const QString& folder);

}
