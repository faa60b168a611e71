// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptFilter.h"

#include "core/base/Core.h"
#include "core/store/AttemptFiles.h"

#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

using Lines = QVector<SearchedLine>;

void add(Lines& lines, const QString& part, const QStringList& texts)
{
    for (const QString& text : texts) {
        if (!text.isEmpty())
            lines.append({ part, text });
    }
}

// The values of flags and of stages stand here; those of variables may be what nobody should find by.
void addRequest(Lines& lines, const BuildRequest& request)
{
    add(lines, Core::tr("profile"), { request.profileName, request.profileId });
    add(lines, Core::tr("source"),
        { request.source.url, request.source.tag, request.source.package, request.source.version });
    add(lines, Core::tr("folder"), { request.sourceFolder, request.buildFolder });
    add(lines, Core::tr("settings"), QStringList { request.generator, request.backend } + request.targets);
    for (const FlagValue& flag : request.configuration.flags)
        add(lines, Core::tr("flag"), { flag.name + QLatin1Char('=') + flag.value });
    for (const EnvironmentValue& variable : request.configuration.environment)
        add(lines, Core::tr("variable"), { variable.name });
    for (const FindingAnswer& answer : request.answers)
        add(lines, Core::tr("fix"), { answer.rule, answer.fix });
}

void addFindings(Lines& lines, const QString& folder)
{
    for (const Finding& finding : AttemptFiles::readFindings(folder))
        add(lines, Core::tr("finding"), { finding.title, finding.rule, finding.subject, finding.evidence });
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

QVector<SearchedLine> searchedLines(const AttemptSummary& attempt)
{
    const AttemptRecord& record = attempt.record;
    Lines lines;
    add(lines, Core::tr("number"), { QString::number(attempt.number) });
    add(lines, Core::tr("note"), { attempt.notes.note });
    add(lines, Core::tr("tag"), attempt.notes.tags);
    add(lines, Core::tr("error"), { attempt.error });
    if (!attempt.error.isEmpty())
        return lines;
    add(lines, Core::tr("outcome"), { attemptStateId(record.state) });
    add(lines, Core::tr("error"), { record.error });
    add(lines, Core::tr("finding"), { record.firstFinding, record.firstFindingRule });
    addRequest(lines, record.request);
    for (const StageResult& stage : record.stages) {
        add(lines, Core::tr("version"), stage.inputs.values());
        add(lines, Core::tr("error"), { stage.firstError, stage.error });
    }
    for (const WheelRecord& wheel : record.wheels)
        add(lines, Core::tr("wheel"), { wheel.path });
    addFindings(lines, attempt.folder);
    add(lines, Core::tr("version"), { record.programVersion });
    return lines;
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
    return words.isEmpty() || foundIn(attempt);
}

std::optional<SearchedLine> AttemptFilter::foundIn(const AttemptSummary& attempt) const
{
    QSet<QString> missing(words.begin(), words.end());
    std::optional<SearchedLine> best;
    qsizetype most = 0;
    for (const SearchedLine& line : searchedLines(attempt)) {
        qsizetype held = 0;
        for (const QString& word : words) {
            if (!line.text.contains(word, Qt::CaseInsensitive))
                continue;
            missing.remove(word);
            ++held;
        }
        if (held > most)
            best = line;
        most = std::max(most, held);
    }
    return missing.isEmpty() ? best : std::nullopt;
}

}
