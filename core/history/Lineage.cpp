// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/Lineage.h"

#include "core/base/Core.h"
#include "core/base/Platform.h"

#include <QDir>
#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

using ByNumber = QMap<int, const AttemptSummary*>; // ascending

ByNumber byNumber(const QVector<AttemptSummary>& attempts)
{
    ByNumber known;
    for (const AttemptSummary& attempt : attempts)
        known.insert(attempt.number, &attempt);
    return known;
}

// An attempt goes on with an older one only, so that a record that says otherwise makes no circle.
int baseOf(const AttemptSummary& attempt, const ByNumber& known)
{
    const int base = attempt.record.request.continuesAttempt.value_or(0);
    return base < attempt.number && known.contains(base) ? base : 0;
}

// What stands behind the list that the base had, and what was taken back since.
QVector<FindingAnswer> ownAnswers(const AttemptSummary& attempt, const AttemptSummary* base)
{
    QVector<FindingAnswer> own;
    for (const FindingAnswer& answer : attempt.record.request.answers) {
        const bool isNew = base ? !base->record.request.answers.contains(answer)
                                : answer.attempt == attempt.record.request.continuesAttempt;
        if (isNew)
            own.append(answer);
    }
    return own;
}

FixResult resultOf(const AttemptRecord& record, const AttemptRecord& base)
{
    const QString stage = failedStage(base);
    if (base.firstFindingRule.isEmpty() || (!stage.isEmpty() && !ended(record, stage)))
        return FixResult::Unknown;
    if (record.state == AttemptState::Succeeded)
        return FixResult::Helped;
    if (record.state != AttemptState::Failed || record.firstFindingRule.isEmpty())
        return FixResult::Unknown;
    // The title names what it is about: another missing header is another finding.
    const bool isSame
        = record.firstFindingRule == base.firstFindingRule && record.firstFinding == base.firstFinding;
    return isSame ? FixResult::DidNotHelp : FixResult::Helped;
}

LineageStep stepOf(const AttemptSummary& attempt, const ByNumber& known)
{
    const int base = baseOf(attempt, known);
    const AttemptSummary* before = base > 0 ? known.value(base) : nullptr;
    return { attempt.number, base, ownAnswers(attempt, before),
        before ? resultOf(attempt.record, before->record) : FixResult::Unknown };
}

}

QVector<Lineage> lineagesOf(const QVector<AttemptSummary>& attempts)
{
    const ByNumber known = byNumber(attempts);
    QVector<Lineage> lineages;
    QHash<int, qsizetype> places; // of the lineage of each attempt
    for (const AttemptSummary* attempt : known) {
        const LineageStep step = stepOf(*attempt, known);
        const qsizetype place = step.base > 0 ? places.value(step.base) : lineages.size();
        if (step.base == 0)
            lineages.append(Lineage());
        places.insert(attempt->number, place);
        lineages[place].steps.append(step);
    }
    std::sort(lineages.begin(), lineages.end(), [](const Lineage& left, const Lineage& right) {
        return left.steps.last().number > right.steps.last().number;
    });
    return lineages;
}

QVector<LineageStep> chainOf(int number, const QVector<AttemptSummary>& attempts)
{
    const ByNumber known = byNumber(attempts);
    QVector<LineageStep> chain;
    for (int at = known.contains(number) ? number : 0; at > 0; at = baseOf(*known.value(at), known))
        chain.prepend(stepOf(*known.value(at), known));
    QSet<int> after { number };
    for (auto next = known.upperBound(number); next != known.end(); ++next) {
        if (!after.contains(baseOf(**next, known)))
            continue;
        after.insert(next.key());
        chain.append(stepOf(**next, known));
    }
    return chain;
}

const AttemptSummary* laterOf(int number, const QVector<AttemptSummary>& attempts)
{
    const ByNumber known = byNumber(attempts);
    const AttemptSummary* later = nullptr;
    for (const LineageStep& step : chainOf(number, attempts)) {
        if (step.number > number && (!later || later->record.state != AttemptState::Succeeded))
            later = known.value(step.number);
    }
    return later;
}

QString laterText(const QString& name, const AttemptSummary& later, int number)
{
    const bool isNext = later.record.request.continuesAttempt == number; // else there are others between
    switch (later.record.state) {
    case AttemptState::Succeeded:
        return (isNext ? Core::tr("%1 continued it and succeeded.")
                       : Core::tr("%1 continued it later and succeeded."))
            .arg(name);
    case AttemptState::Failed:
        return (
            isNext ? Core::tr("%1 continued it and failed.") : Core::tr("%1 continued it later and failed."))
            .arg(name);
    case AttemptState::Stopped:
    case AttemptState::Interrupted:
        return (isNext ? Core::tr("%1 continued it and did not get to its end.")
                       : Core::tr("%1 continued it later and did not get to its end."))
            .arg(name);
    case AttemptState::Requested:
    case AttemptState::Running:
        break;
    }
    return Core::tr("%1 continues it.").arg(name);
}

QString sourceTreeOf(const AttemptRecord& record)
{
    const QString folder = QDir::cleanPath(record.request.sourceFolder);
    const QString from = record.imported ? u'\n' + record.imported->from : QString();
    return (hostPlatform() == Platform::Windows ? folder.toCaseFolded() : folder) + from;
}

QVector<SourceTreeGroup> bySourceTree(const QVector<AttemptSummary>& attempts)
{
    const ByNumber known = byNumber(attempts);
    QVector<SourceTreeGroup> groups;
    QHash<QString, qsizetype> places;
    for (auto attempt = known.end(); attempt != known.begin();) {
        --attempt;
        const AttemptRecord& record = (*attempt)->record;
        const QString key = sourceTreeOf(record);
        if (!places.contains(key)) {
            places.insert(key, groups.size());
            groups.append({ QDir::cleanPath(record.request.sourceFolder), {} });
        }
        groups[places.value(key)].numbers.append(attempt.key());
    }
    return groups;
}

}
