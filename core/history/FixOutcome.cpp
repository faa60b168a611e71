// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/FixOutcome.h"

#include "core/store/AttemptFiles.h"

#include <QMap>

#include <algorithm>

namespace torchmason {

namespace {

using Attempts = QMap<int, const AttemptSummary*>;

bool carries(const BuildRequest& request, const FindingAnswer& answer)
{
    return std::any_of(request.answers.begin(), request.answers.end(), [&answer](const FindingAnswer& other) {
        return other.attempt == answer.attempt && other.fix == answer.fix && !other.takenBack;
    });
}

// Whether the same came again: of the first cause, or of any cause with the subject that the fix is for.
bool cameAgain(const AttemptSummary& attempt, const FindingAnswer& answer)
{
    if (answer.subject.isEmpty())
        return attempt.record.firstFindingRule == answer.rule;
    for (const Finding& finding : AttemptFiles::readFindings(attempt.folder)) {
        if (finding.root && finding.rule == answer.rule && finding.subject == answer.subject)
            return true;
    }
    return false;
}

bool wasBroken(AttemptState state)
{
    return state == AttemptState::Stopped || state == AttemptState::Interrupted;
}

// The attempt that tells whether the fix helped: the one that applied it, or the one that went on with it.
const AttemptSummary* deciding(
    const AttemptSummary& applied, const FindingAnswer& answer, const Attempts& all)
{
    const AttemptSummary* last = &applied;
    for (auto next = all.upperBound(applied.number); wasBroken(last->record.state) && next != all.end();
         ++next) {
        if (baseOf((*next)->record) == last->number && carries((*next)->record.request, answer))
            last = *next;
    }
    return last;
}

QString findingTitle(const AttemptSummary* base, const FindingAnswer& answer)
{
    if (!base)
        return answer.rule;
    if (base->record.firstFindingRule == answer.rule && answer.subject.isEmpty())
        return base->record.firstFinding;
    for (const Finding& finding : AttemptFiles::readFindings(base->folder)) {
        if (finding.rule == answer.rule && (answer.subject.isEmpty() || finding.subject == answer.subject))
            return finding.title;
    }
    return answer.rule;
}

FixOutcome outcomeOf(const AttemptSummary& applied, const FindingAnswer& answer, const Attempts& all)
{
    const AttemptSummary* base = all.value(answer.attempt);
    FixOutcome outcome { applied.number, answer.attempt, 0, answer.rule, findingTitle(base, answer),
        answer.fix, FixResult::Unknown, answer.subject };
    const AttemptSummary* last = deciding(applied, answer, all);
    const QString stage = base ? failedStage(base->record) : QString();
    if (last->record.state == AttemptState::Failed && cameAgain(*last, answer))
        outcome.result = FixResult::DidNotHelp;
    else if (stage.isEmpty() ? last->record.state == AttemptState::Succeeded : passed(last->record, stage))
        outcome.result = FixResult::Helped;
    if (outcome.result != FixResult::Unknown)
        outcome.decidedBy = last->number;
    return outcome;
}

}

std::optional<int> baseOf(const AttemptRecord& record)
{
    return record.request.continuesAttempt;
}

bool passed(const AttemptRecord& record, const QString& stage)
{
    return std::any_of(record.stages.begin(), record.stages.end(), [&stage](const StageResult& result) {
        return result.id == stage && result.state == StageState::Succeeded;
    });
}

bool ended(const AttemptRecord& record, const QString& stage)
{
    return passed(record, stage) || failedStage(record) == stage;
}

QString failedStage(const AttemptRecord& record)
{
    const auto failed = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& result) { return result.state == StageState::Failed; });
    return failed == record.stages.end() ? QString() : failed->id;
}

QString fixResultId(FixResult result)
{
    return result == FixResult::Helped    ? QStringLiteral("helped")
        : result == FixResult::DidNotHelp ? QStringLiteral("did-not-help")
                                          : QStringLiteral("unknown");
}

QVector<FixOutcome> fixOutcomes(const QVector<AttemptSummary>& attempts)
{
    Attempts all;
    for (const AttemptSummary& attempt : attempts) {
        if (attempt.error.isEmpty())
            all.insert(attempt.number, &attempt);
    }
    QVector<FixOutcome> outcomes;
    for (const AttemptSummary* attempt : std::as_const(all)) {
        const auto base = baseOf(attempt->record);
        for (const FindingAnswer& answer : attempt->record.request.answers) {
            // Those of earlier attempts are carried along.
            if (!answer.takenBack && base && answer.attempt == *base && !attempt->record.imported)
                outcomes.append(outcomeOf(*attempt, answer, all));
        }
    }
    return outcomes;
}

}
