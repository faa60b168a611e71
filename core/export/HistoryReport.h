// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// An attempt with what lies beside its record. Notes and tags are the user's own.
struct ReportedAttempt {
    AttemptSummary attempt;
    QVector<Finding> findings;
    QString note = {};
    QStringList tags = {};
};

struct HistoryReportWish {
    QVector<int> numbers = {}; // which attempts; none: all
    bool keepsNames = false; // of users, computers and the home folder
};

// All attempts as one Markdown document, as people keep a log of their attempts by hand: what stands out, a
// table, and of each attempt what changed since the one before it in the same tree, how it ended, and what
// was learned. `all`: every attempt there is, in any order; the ones before a named attempt are asked for,
// too. Secrets are masked, and text of others is neither Markdown nor HTML.
QString historyReport(const QVector<ReportedAttempt>& all, const HistoryReportWish& wish);

}
