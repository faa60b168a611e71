// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptStore.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason::cli {

// Attempts and findings as text for people and as JSON for programs.

// With the fixes of a failed attempt fitted to it and to the machine as it is now, see completeFixes() and
// markTriedLater().
QVector<Finding> fittedFindings(const AttemptRecord& record, QVector<Finding> findings);
QString whenText(qint64 utcMilliseconds); // local time, "2026-11-21 14:05"
Milliseconds tookSoFar(const AttemptSummary& summary);

QString stateText(const AttemptRecord& record); // "failed", "waiting for attempt 3, 4"

QStringList headingsOfList();
QStringList rowOfList(const AttemptSummary& summary);
Json summaryToJson(const AttemptSummary& summary); // one row of `attempts list --json`
Json attemptToJson(const AttemptSummary& summary); // everything, `attempts show --json`
QString attemptText(const AttemptSummary& summary, const QString& later); // which attempt went on with it

QString fixText(const Fix& fix);
// Title, evidence with its place, meaning and fixes of each, wrapped for a terminal.
QStringList findingTexts(const QVector<Finding>& findings);
// What is said at the end of a build: how it went, why it failed, what to do next.
QString outcomeText(
    const AttemptRecord& record, const QVector<Finding>& findings, const QString& folder, int number);

}
