// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/RequestMaker.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/Preflight.h"
#include "core/preflight/PreflightRules.h"

#include <algorithm>

namespace torchmason {

namespace {

// `request` is what the profile comes to on this machine; nullptr: with nothing changed.
QVector<CheckRow> allRows(const HostFacts& facts, const Profile* profile, const BuildRequest* request)
{
    QVector<CheckRow> rows;
    for (const auto add :
        { addSystemRows, addGraphicsRows, addCudaRows, addCompilerRows, addPythonRows, addToolRows })
        add(rows, facts, profile);
    addSpaceRows(rows, facts, profile, request);
    addEnvironmentRows(rows, facts, profile);
    addUnusedCudaRows(rows, facts, profile);
    if (!facts.trials.isEmpty() && profile)
        addTrialRows(rows, facts, *profile, request ? *request : draftRequest(*profile, facts, {}).request);
    else
        addTrialRows(rows, facts);
    numberRepeatedIds(rows);
    return rows;
}

// The ranges of a profile are for its own release; for another one the rules about that release have the say.
// What a known release takes of Python and CMake stands in the row already, and stops the build. Decided
// here, so that a row is as severe on the machine's page as in the review: to fix is what the build cannot go
// on with, to know is what it can.
void takeRangeAsAdvice(CheckRow& row, const BuildChoice& choice)
{
    if (row.state != CheckState::Fail || row.where.isEmpty()
        || !isOtherRelease(choice.profile, choice.request.source))
        return;
    const bool isPython
        = row.id == QLatin1String("python") && choice.python && !choice.python->version.isEmpty();
    const bool isRange = row.id == QLatin1String("cuda-toolkit")
        || (!choice.release && (isPython || row.id == QLatin1String("cmake")));
    if (!isRange)
        return;
    const QString release = choice.releaseText.isEmpty() ? choice.request.source.tag : choice.releaseText;
    row.state = CheckState::Warning;
    row.fixText = Core::tr("This range belongs to the profile's own release; what %1 needs is checked "
                           "separately.")
                      .arg(release);
    row.fixCommand.clear();
    row.changes.removeIf([](const Change& change) {
        return std::any_of(change.steps.begin(), change.steps.end(),
            [](const ChangeStep& step) { return step.kind == StepKind::Install; });
    });
}

// The row of cuDNN says what the rule about the release says.
void takeCudnnOfRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    QVector<CheckRow> problems;
    checkCudnnForRelease(choice, problems);
    const auto cudnn = std::find_if(
        rows.begin(), rows.end(), [](const CheckRow& row) { return row.id == QLatin1String("cudnn"); });
    if (problems.isEmpty() || cudnn == rows.end() || cudnn->state == CheckState::Unknown)
        return;
    const CheckRow& problem = problems.first();
    setFix(*cudnn, problem.state, problem.found + QLatin1Char(' ') + problem.fixText);
    cudnn->need = problem.need;
    cudnn->reference = problem.reference;
    cudnn->isSoft = problem.isSoft;
    cudnn->changes = problem.changes;
}

}

CheckRow makeRow(const char* id, const char* group, const QString& title)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QLatin1String(group);
    row.title = title;
    row.state = CheckState::Pass;
    return row;
}

QString unknownReason(const HostFacts& facts, const QString& probe)
{
    for (const UnknownFact& unknown : facts.unknown) {
        if (unknown.probe == probe)
            return unknown.reason;
    }
    return {};
}

void setMissing(CheckRow& row, const HostFacts& facts, const QString& probe, CheckState state)
{
    const QString reason = unknownReason(facts, probe);
    row.found = reason.isEmpty() ? Core::tr("not found") : reason;
    row.state = reason.isEmpty() ? state : CheckState::Unknown;
}

QString whySilent(const HostFacts& facts, const QString& path)
{
    for (const UnknownFact& unknown : facts.unknown) {
        if (unknown.reason.startsWith(path + QLatin1Char(' ')))
            return Core::tr("%1 was chosen and does not respond: it %2")
                .arg(path, unknown.reason.mid(path.size() + 1));
    }
    return {};
}

void setSilent(CheckRow& row, const HostFacts& facts, const QString& path, CheckState state)
{
    const QString reason = whySilent(facts, path);
    row.found = reason.isEmpty() ? Core::tr("chosen, and not looked at") : reason;
    row.where = path;
    row.source = chosenByUser();
    setFix(row, reason.isEmpty() ? CheckState::Unknown : state,
        Core::tr("Choose another installed one, or remove your choice."));
}

void setFix(CheckRow& row, CheckState state, const QString& text, const QString& command)
{
    row.state = state;
    row.fixText = text;
    row.fixCommand = command;
}

QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile)
{
    QVector<CheckRow> rows = allRows(facts, &profile, nullptr);
    markWhatPrevents(rows);
    return rows;
}

QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    Profile wanted = profile;
    const BuildChoice choice = chooseBuild(facts, profile, request);
    wanted.configuration = withBasePython(choice.taken(), request.python, facts.platform);
    wanted.backend = request.backend;
    wanted.source = request.source;
    wanted.needs = needsFor(profile, request.source, choice.release ? &*choice.release : nullptr);
    wanted.targets = request.targets;
    wanted.python.venv = request.python.isWanted();
    QVector<CheckRow> rows = allRows(facts, &wanted, &request) + treeRows(facts, profile, request);
    for (CheckRow& row : rows)
        takeRangeAsAdvice(row, choice);
    takeCudnnOfRelease(choice, rows);
    takeOutVariablesOverFlags(choice, rows);
    markWhatPrevents(rows);
    return rows;
}

QVector<CheckRow> describeMachine(const HostFacts& facts)
{
    return allRows(facts, nullptr, nullptr);
}

}
