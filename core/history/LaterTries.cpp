// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LaterTries.h"

#include "core/history/FixOutcome.h"
#include "core/history/Lineage.h"

#include <algorithm>

namespace torchmason {

namespace {

// The attempt and all that came from it.
QVector<AttemptSummary> comingFrom(int number, const QVector<AttemptSummary>& attempts)
{
    const QVector<LineageStep> chain = chainOf(number, attempts);
    QVector<AttemptSummary> own;
    for (const AttemptSummary& attempt : attempts) {
        const bool isOwn = attempt.number >= number
            && std::any_of(chain.begin(), chain.end(),
                [&attempt](const LineageStep& step) { return step.number == attempt.number; });
        if (isOwn)
            own.append(attempt);
    }
    return own;
}

// The first that tells counts: a later one began with more changes.
int failedIn(const QVector<FixOutcome>& outcomes, const Finding& finding, const Fix& fix)
{
    const auto told = std::find_if(outcomes.begin(), outcomes.end(), [&](const FixOutcome& outcome) {
        const bool isAbout = outcome.rule == finding.rule
            && (outcome.subject.isEmpty() || outcome.subject == finding.subject);
        return isAbout && outcome.fix == fix.title && outcome.result != FixResult::Unknown;
    });
    return told != outcomes.end() && told->result == FixResult::DidNotHelp ? told->attempt : 0;
}

}

void markTriedLater(QVector<Finding>& findings, const AttemptRecord& record, const AttemptStore& store)
{
    if (record.imported) // the numbers of its chain are of another machine
        return;
    QVector<FixOutcome> outcomes = fixOutcomes(comingFrom(record.number, store.outlines()));
    outcomes.removeIf([&record](const FixOutcome& outcome) { return outcome.attempt == record.number; });
    for (Finding& finding : findings) {
        for (Fix& fix : finding.fixes) {
            if (fix.triedIn == 0)
                fix.triedIn = failedIn(outcomes, finding, fix);
        }
        std::stable_partition(
            finding.fixes.begin(), finding.fixes.end(), [](const Fix& fix) { return fix.triedIn == 0; });
    }
}

}
