// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// A fix that was applied for a finding which is there again.
struct TriedFix {
    QString title;
    // The last one that was made with it before something else was tried; 0: it was taken back, and nobody
    // noted by which attempt.
    int attempt = 0;
};

// Of the attempt `number`, which was made of this request and has the finding; the oldest first.
QVector<TriedFix> triedFixes(const BuildRequest& request, int number, const Finding& finding);
// With those of later attempts, which the fixes tell that were fitted to this one.
QVector<TriedFix> everTriedFixes(
    const AttemptRecord& record, const Finding& finding, const QVector<Fix>& fitted);

// A fix that did not help speaks against the cause, however well the line fits the rule.
Confidence confidenceAfter(const QVector<TriedFix>& tried, Confidence confidence);

bool isAbout(const FindingAnswer& answer, const Finding& finding);

}
