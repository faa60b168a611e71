// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptStore.h"

#include <QPair>

namespace torchmason {

// Words, and behind them what a machine reads: the name of a flag, a path.
struct ReportText {
    QString words;
    QString code = {};
};

struct ReportTable {
    QString title;
    QStringList heads;
    QVector<QVector<ReportText>> rows; // each as long as `heads`
};

// The commands of a stage, a line each.
struct ReportCommands {
    QString stage;
    QString lines;
};

// What all reports of an attempt say, whatever they are written in. Secrets are masked, whether the record's
// were or not; names of people and computers are left for the writer to take out.
struct AttemptReport {
    QString title; // "Attempt 12: failed"
    QVector<QPair<QString, ReportText>> facts; // only those that are known
    QVector<Finding> causes;
    QVector<Finding> consequences;
    std::optional<ReportTable> machine; // nullopt where nothing is known of it
    ReportTable flags;
    ReportTable changedFlags; // and variables, with what the profile has
    ReportTable stages;
    QVector<ReportCommands> commands;
};

// `profile`: see howBuilt().
AttemptReport attemptReport(const AttemptSummary& attempt, const QVector<Finding>& findings,
    const std::optional<BuildRequest>& profile = {});

}
