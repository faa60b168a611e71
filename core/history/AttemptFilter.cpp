// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptFilter.h"

#include "core/store/AttemptFiles.h"

#include <algorithm>

namespace torchmason {

namespace {

// The values of flags and of stages stand here; those of variables may be what nobody should find by.
QStringList linesOfRequest(const BuildRequest& request)
{
    QStringList lines { request.profileId, request.profileName, request.source.url, request.source.tag,
        request.source.package, request.source.version, request.sourceFolder, request.buildFolder,
        request.generator, request.backend };
    lines += request.targets;
    for (const FlagValue& flag : request.configuration.flags)
        lines.append(flag.name + QLatin1Char('=') + flag.value);
    for (const EnvironmentValue& variable : request.configuration.environment)
        lines.append(variable.name);
    for (const FindingAnswer& answer : request.answers)
        lines += QStringList { answer.rule, answer.fix };
    return lines;
}

QStringList linesOfFindings(const QString& folder)
{
    QStringList lines;
    for (const Finding& finding : AttemptFiles::readFindings(folder))
        lines += QStringList { finding.rule, finding.title, finding.subject, finding.evidence };
    return lines;
}

OutcomeWish wishFor(AttemptState state)
{
    switch (state) {
    case AttemptState::Requested:
    case AttemptState::Running:
        return OutcomeWish::Running;
    case AttemptState::Succeeded:
        return OutcomeWish::Succeeded;
    case AttemptState::Failed:
        return OutcomeWish::Failed;
    case AttemptState::Stopped:
    case AttemptState::Interrupted:
        break;
    }
    return OutcomeWish::Stopped;
}

bool isOf(const BuildRequest& request, const QString& profile)
{
    return request.profileId.compare(profile, Qt::CaseInsensitive) == 0
        || request.profileName.compare(profile, Qt::CaseInsensitive) == 0;
}

}

QString searchedText(const AttemptSummary& attempt)
{
    const AttemptRecord& record = attempt.record;
    QStringList lines { QString::number(attempt.number), attempt.error, attempt.notes.note };
    lines += attempt.notes.tags;
    if (!attempt.error.isEmpty())
        return lines.join(QLatin1Char('\n'));
    lines += QStringList { attemptStateId(record.state), record.error, record.firstFinding,
        record.firstFindingRule, record.programVersion };
    lines += linesOfRequest(record.request);
    for (const StageResult& stage : record.stages)
        lines += stage.inputs.values() + QStringList { stage.firstError, stage.error };
    for (const WheelRecord& wheel : record.wheels)
        lines.append(wheel.path);
    lines += linesOfFindings(attempt.folder);
    return lines.join(QLatin1Char('\n'));
}

std::optional<OutcomeWish> outcomeWishFromId(const QString& id)
{
    const QStringList ids { QStringLiteral("any"), QStringLiteral("succeeded"), QStringLiteral("failed"),
        QStringLiteral("stopped"), QStringLiteral("running") };
    const qsizetype place = ids.indexOf(id);
    return place < 0 ? std::nullopt : std::optional(OutcomeWish(place));
}

bool AttemptFilter::accepts(const AttemptSummary& attempt) const
{
    const bool asksRecord = outcome != OutcomeWish::Any || !profile.isEmpty();
    if (asksRecord && !attempt.error.isEmpty())
        return false;
    if (outcome != OutcomeWish::Any && outcome != wishFor(attempt.record.state))
        return false;
    if (!profile.isEmpty() && !isOf(attempt.record.request, profile))
        return false;
    if (!tag.isEmpty() && !attempt.notes.tags.contains(tag))
        return false;
    if (words.isEmpty())
        return true;
    const QString text = searchedText(attempt);
    return std::all_of(words.begin(), words.end(),
        [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}
