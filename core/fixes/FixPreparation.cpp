// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixPreparation.h"

#include "core/base/Core.h"
#include "core/fixes/FixApplication.h"
#include "core/fixes/StaleParts.h"

#include <algorithm>

namespace torchmason {

namespace {

// Along the attempts that went on with each other, back from `last`, the one that first went on with
// `number`: it did what is taken back.
Result<AttemptRecord> successorOf(int number, const AttemptRecord& last, const EarlierAttempt& earlier)
{
    AttemptRecord record = last;
    while (record.request.continuesAttempt && *record.request.continuesAttempt != number) {
        const int before = *record.request.continuesAttempt;
        auto next = before < record.number ? earlier(before)
                                           : Result<AttemptRecord>(Error { QStringLiteral("it is newer") });
        if (!next)
            return next.error();
        record = std::move(next).value();
    }
    return record;
}

// Flags of the fix go back to what they were. CMake's cache keeps what is only left out.
void takeFlagsBack(const Configuration& before, const Configuration& applied, BuildRequest& request)
{
    for (const FlagValue& flag : applied.flags) {
        const FlagValue* now = request.configuration.flag(flag.name);
        const FlagValue* earlier = before.flag(flag.name);
        const bool isOfFix = flag.origin == ValueOrigin::Fix && now && now->value == flag.value;
        if (!isOfFix || (earlier && earlier->value == flag.value))
            continue;
        if (earlier)
            request.configuration.setFlag(*earlier);
        else
            request.configuration.unsetFlag(flag.name);
    }
    for (const QString& name : applied.unsetFlags) {
        if (before.unsetFlags.contains(name) || !request.configuration.unsetFlags.contains(name))
            continue;
        request.configuration.unsetFlags.removeAll(name);
        if (const FlagValue* earlier = before.flag(name))
            request.configuration.setFlag(*earlier);
    }
}

void takeVariablesBack(const Configuration& before, const Configuration& applied, BuildRequest& request)
{
    QVector<EnvironmentValue>& variables = request.configuration.environment;
    for (const EnvironmentValue& variable : applied.environment) {
        if (variable.origin != ValueOrigin::Fix || !variables.contains(variable)
            || before.environment.contains(variable))
            continue;
        const auto earlier = std::find_if(before.environment.begin(), before.environment.end(),
            [&](const EnvironmentValue& one) { return one.name == variable.name; });
        if (earlier != before.environment.end())
            request.configuration.setEnvironment(*earlier);
        else
            variables.removeAll(variable);
    }
}

// A member that the fix changed and no later attempt.
template <typename Value>
void takeMemberBack(const BuildRequest& before, const BuildRequest& applied, BuildRequest& request,
    Value BuildRequest::*member)
{
    if (!(applied.*member == before.*member) && request.*member == applied.*member)
        request.*member = before.*member;
}

Result<void> takeBack(
    const Fix& fix, const AttemptRecord& last, BuildRequest& request, const EarlierAttempt& earlier)
{
    JsonReader action(fix.action, QStringLiteral("the fix %1").arg(fix.id));
    const int number = int(action.integer("attempt"));
    if (!action.ok())
        return action.error();
    const auto record = earlier(number);
    const auto successor = record ? successorOf(number, last, earlier) : record;
    if (!successor)
        return Error { Core::tr("Cannot read the settings of attempt %1 any more: %2")
                           .arg(number)
                           .arg(successor.error().message) };
    const BuildRequest& before = record->request;
    const BuildRequest& applied = successor->request;
    const bool changesSource = before.source != applied.source || before.patches != applied.patches;
    takeFlagsBack(before.configuration, applied.configuration, request);
    takeVariablesBack(before.configuration, applied.configuration, request);
    takeMemberBack(before, applied, request, &BuildRequest::source);
    takeMemberBack(before, applied, request, &BuildRequest::patches);
    takeMemberBack(before, applied, request, &BuildRequest::python);
    takeMemberBack(before, applied, request, &BuildRequest::vcvars);
    takeMemberBack(before, applied, request, &BuildRequest::buildFolder);
    takeMemberBack(before, applied, request, &BuildRequest::jobs);
    takeMemberBack(before, applied, request, &BuildRequest::jobsWithoutGate);
    takeMemberBack(before, applied, request, &BuildRequest::gate);
    takeMemberBack(before, applied, request, &BuildRequest::skippedStages);
    for (auto answer = request.answers.rbegin(); answer != request.answers.rend(); ++answer) {
        if (answer->attempt == number && !answer->takenBack) {
            answer->takenBack = true;
            break;
        }
    }
    configureAgain(request);
    if (changesSource) {
        takeMemberBack(before, applied, request, &BuildRequest::backend); // which follows the release
        startNoLaterThan(StageKind::Fetch, request);
    }
    return {};
}

void noteAnswer(const Fix& fix, int attempt, BuildRequest& request)
{
    if (!fix.rule.isEmpty())
        request.answers.append({ attempt, fix.rule, fix.subject, fix.title });
}

}

Repetition onceMore(const AttemptRecord& record, const HostFacts& facts)
{
    Repetition again = repetitionOf(record, facts);
    again.request.gateLeftOut = record.request.gateLeftOut;
    return again;
}

const FindingAnswer* standingAnswer(const BuildRequest& request)
{
    const auto standing = std::find_if(request.answers.rbegin(), request.answers.rend(),
        [](const FindingAnswer& answer) { return !answer.takenBack; });
    return standing == request.answers.rend() ? nullptr : &*standing;
}

Result<FixedAttempt> prepareFixed(const AttemptRecord& record, const QVector<Fix>& fixes,
    const HostFacts& facts, const EarlierAttempt& earlier)
{
    if (isOfLog(record))
        return Error { Core::tr("Attempt %1 was read from a log, which does not hold all settings, so it "
                                "cannot be done again here; start a new build.")
                           .arg(record.number) };
    if (record.imported)
        return Error { Core::tr(
            "Attempt %1 was imported: its folders are on another machine, so it cannot be done "
            "again here; start a new build.")
                           .arg(record.number) };
    FixedAttempt fixed { onceMore(record, facts), {}, {} };
    fixed.request = fixed.again.request;
    for (const Fix& fix : fixes) {
        const bool isUndo = fix.kind == QLatin1String("undo");
        const auto applied
            = isUndo ? takeBack(fix, record, fixed.request, earlier) : applyFix(fix, fixed.request);
        if (!applied)
            return applied.error();
        if (!isUndo)
            noteAnswer(fix, record.number, fixed.request);
    }
    if (!fixes.isEmpty())
        StaleParts(fixed.again.request).clean(fixed.request);
    // What was accepted was of another machine or tree.
    if (!fixed.again.changes.isEmpty())
        configureAgain(fixed.request);
    fixed.differences = requestDifferences(fixed.again.request, fixed.request);
    fixed.request.gateLeftOut = false; // it is asked anew whether that is needed
    return fixed;
}

}
