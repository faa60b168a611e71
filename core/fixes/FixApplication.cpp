// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixApplication.h"

#include "core/base/Core.h"
#include "core/config/OptionValue.h"
#include "core/fixes/ArchitectureRemoval.h"
#include "core/fixes/RequestDifference.h"
#include "core/fixes/RequestSteps.h"
#include "core/request/InheritedVariable.h"
#include "core/stages/CMakeCache.h"

#include <QHash>
#include <QThread>

namespace torchmason {

namespace {

using Applier = Result<void> (*)(JsonReader& action, BuildRequest& request);

template <StepKind kind> Result<void> applyNamed(JsonReader& action, BuildRequest& request)
{
    constexpr bool hasValue = kind == StepKind::SetFlag || kind == StepKind::SetEnvironment;
    const QString name = action.string("name");
    const QString value = hasValue ? action.string("value") : QString();
    return action.ok() ? applyStep({ kind, name, value }, request) : action.error();
}

QString variableOf(const BuildRequest& request, const QString& name)
{
    const EnvironmentValue* variable = request.configuration.variable(name);
    return variable ? variable->value.value_or(QString()) : qEnvironmentVariable(name.toLatin1().constData());
}

// What CMake takes where the flag is not passed: what its cache kept from the first time, or what the
// environment says.
QString flagsWithoutFlag(const QString& name, const BuildRequest& request)
{
    if (const auto cache = CMakeCache::read(request.buildFolder); cache && cache->entry(name))
        return cache->value(name);
    static const QHash<QString, QString> variables {
        { QStringLiteral("CMAKE_C_FLAGS"), QStringLiteral("CFLAGS") },
        { QStringLiteral("CMAKE_CXX_FLAGS"), QStringLiteral("CXXFLAGS") },
        { QStringLiteral("CMAKE_CUDA_FLAGS"), QStringLiteral("CUDAFLAGS") },
    };
    const QString variable = variables.value(name);
    return variable.isEmpty() ? QString() : variableOf(request, variable);
}

// Where a variable of that name wins over the flag, the flag takes its place.
QString flagsSoFar(const QString& name, const BuildRequest& request)
{
    const bool wins = effectOfVariable(name, releaseOf(request.source)) == VariableEffect::Wins;
    if (const QString variable = wins ? variableOf(request, name) : QString(); !variable.isEmpty())
        return variable;
    const FlagValue* flag = request.configuration.flag(name);
    return flag ? flag->value : flagsWithoutFlag(name, request).simplified();
}

// What is there stays: CMAKE_CUDA_FLAGS may hold more than the one word that is missing.
Result<void> appendFlag(JsonReader& action, BuildRequest& request)
{
    const QString name = action.string("name");
    const QString word = action.string("value");
    const QString before = flagsSoFar(name, request);
    if (!action.ok() || before.split(QLatin1Char(' ')).contains(word))
        return {};
    const QString after = before.isEmpty() ? word : before + QLatin1Char(' ') + word;
    return applyStep({ StepKind::SetFlag, name, after }, request);
}

Result<void> useGate(JsonReader&, BuildRequest& request)
{
    return applyStep({ StepKind::UseGate, {}, {} }, request);
}

// The source that is there stays: fetching again could bring another commit.
Result<void> clean(JsonReader& action, BuildRequest& request)
{
    static const QStringList parts { QStringLiteral("cache"), QStringLiteral("stale") };
    const QString level = action.string("level", {});
    request.clean = true;
    request.cleanLevel = parts.contains(level) ? level : QString();
    startNoLaterThan(StageKind::Configure, request);
    return {};
}

// CMake itself had ended well: what it made is built as it is.
Result<void> acceptConfiguration(JsonReader&, BuildRequest& request)
{
    request.acceptConfiguration = true;
    if (beginsAt(request, StageKind::Configure))
        request.fromStage = stageKindId(StageKind::Compile);
    return {};
}

Result<void> changeJobs(JsonReader& action, BuildRequest& request)
{
    const QString change = action.string("change");
    if (action.ok() && change != QLatin1String("halve"))
        action.fail(QStringLiteral("\"change\" is \"%1\", which is not a change of jobs.").arg(change));
    // Those that ran at once: without the gate there may be a number of its own.
    std::optional<int>& jobs
        = !request.hasGate() && request.jobsWithoutGate ? request.jobsWithoutGate : request.jobs;
    const int before = jobs.value_or(QThread::idealThreadCount());
    if (before > 1)
        jobs = before / 2;
    return {};
}

Result<void> removeArch(JsonReader& action, BuildRequest& request)
{
    const QString arch = action.string("arch");
    return action.ok() ? removeArchitecture(arch, request) : action.error();
}

// Submodules are synchronised, fetched and looked through once more; what is whole stays.
Result<void> fetchAgain(JsonReader&, BuildRequest& request)
{
    if (request.source.kind != SourceKind::Git)
        return Error {
            Core::tr("%1 was not fetched by the program, so it is left as it is.").arg(request.sourceFolder)
        };
    startNoLaterThan(StageKind::Fetch, request);
    request.skippedStages.removeAll(stageKindId(StageKind::Fetch));
    return {};
}

Result<void> patch(JsonReader& action, BuildRequest& request)
{
    const SourcePatch patch = readSourcePatch(action);
    if (!action.ok() || request.patches.contains(patch))
        return {};
    request.patches.append(patch);
    startNoLaterThan(StageKind::Patch, request);
    return {};
}

// What checks proposed, see FixProposals.h.
Result<void> change(JsonReader& action, BuildRequest& request)
{
    const Json steps = action.child("steps");
    if (!steps.is_array() || steps.empty())
        return Error { QStringLiteral("\"steps\" must be a list that is not empty.") };
    for (const Json& entry : steps) {
        const auto step = changeStepFromJson(entry, QStringLiteral("steps"));
        if (!step)
            return step.error();
        if (const auto applied = applyStep(*step, request); !applied)
            return applied;
    }
    return {};
}

const QHash<QString, Applier>& appliers()
{
    static const QHash<QString, Applier> all {
        { QStringLiteral("set-flag"), applyNamed<StepKind::SetFlag> },
        { QStringLiteral("append-flag"), appendFlag },
        { QStringLiteral("unset-flag"), applyNamed<StepKind::UnsetFlag> },
        { QStringLiteral("set-environment"), applyNamed<StepKind::SetEnvironment> },
        { QStringLiteral("unset-environment"), applyNamed<StepKind::UnsetEnvironment> },
        { QStringLiteral("remove-arch"), removeArch },
        { QStringLiteral("gate"), useGate },
        { QStringLiteral("jobs"), changeJobs },
        { QStringLiteral("clean"), clean },
        { QStringLiteral("accept-configuration"), acceptConfiguration },
        { QStringLiteral("fetch"), fetchAgain },
        { QStringLiteral("patch"), patch },
        { QStringLiteral("change"), change },
    };
    return all;
}

bool isSame(const BuildRequest& before, const BuildRequest& after)
{
    return requestDifferences(before, after).isEmpty();
}

}

Result<void> applyFix(const Fix& fix, BuildRequest& request)
{
    const Applier apply = appliers().value(fix.kind);
    if (!apply)
        return Error { Core::tr("\"%1\" is something to do by hand: %2")
                           .arg(fix.title, fix.command.isEmpty() ? fix.detail : fix.command) };
    JsonReader action(fix.action, QStringLiteral("the fix %1").arg(fix.id));
    BuildRequest changed = request;
    const auto applied = apply(action, changed);
    if (!action.ok())
        return action.error();
    if (!applied)
        return applied;
    if (isSame(request, changed))
        return Error { Core::tr("\"%1\" would change nothing: it is so already.").arg(fix.title) };
    request = changed;
    return {};
}

FixUse useOf(const Fix& fix, const BuildRequest& request)
{
    const Applier apply = appliers().value(fix.kind);
    if (!apply)
        return FixUse::ByHand;
    JsonReader action(fix.action, fix.id);
    BuildRequest changed = request;
    const auto applied = apply(action, changed);
    if (!action.ok() || !applied)
        return FixUse::ByHand;
    return isSame(request, changed) ? FixUse::Useless : FixUse::Possible;
}

}
