// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <optional>

namespace torchmason {

// The attempt that this one goes on with.
std::optional<int> baseOf(const AttemptRecord& record);
// Whether the stage ended well in this attempt itself.
bool passed(const AttemptRecord& record, const QString& stage);
QString failedStage(const AttemptRecord& record); // empty: none
// Whether it has ended in this attempt itself, well or not.
bool ended(const AttemptRecord& record, const QString& stage);

// What an attempt did about a finding of the one it goes on with.
enum class FixResult {
    Unknown, // it has not come so far
    Helped,
    DidNotHelp, // the same finding again
};
QString fixResultId(FixResult result); // "unknown", "helped", "did-not-help"

// A fix that an attempt applied to a finding of the one it goes on with.
struct FixOutcome {
    int attempt = 0; // that applied it
    int base = 0; // that had the finding
    int decidedBy = 0; // the attempt that tells; another one where that was stopped and gone on with; or 0
    QString rule;
    QString finding; // title of what the rule had found; where that is not known, the rule
    QString fix; // its title
    FixResult result = FixResult::Unknown; // Helped: the stage that the finding had ended went well
    QString subject = {}; // of the finding, where the fix is for that alone
};

// By the attempts' numbers. Reads findings.json where a fix is for one subject alone.
QVector<FixOutcome> fixOutcomes(const QVector<AttemptSummary>& attempts);

}
