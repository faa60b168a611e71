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

bool AttemptFilter::accepts(const AttemptSummary& attempt) const
{
    if (onlyFailed && (!attempt.error.isEmpty() || attempt.record.state != AttemptState::Failed))
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
