// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/WishesForRetry.h"

#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/PythonChoice.h"
#include "core/config/WheelObstacles.h"
#include "core/fixes/RequestSteps.h"
#include "core/preflight/MachineRows.h"
#include "core/request/TreeBackend.h"

#include <QDir>

namespace torchmason {

namespace {

// What the steps of a change did is the user's own wish here.
void takeAsOwn(const Configuration& before, Configuration& configuration)
{
    for (FlagValue& flag : configuration.flags) {
        const FlagValue* known = before.flag(flag.name);
        if (flag.origin == ValueOrigin::Fix && (!known || known->value != flag.value))
            flag.origin = ValueOrigin::User;
    }
}

// As it told its place itself: "python3.11" is only a name.
Result<QString> programPath(const QString& key, const QString& wish, const HostFacts& facts)
{
    const bool isPython = key == QLatin1String("python");
    const QString path = chosenPrograms(facts).value(key, isPython ? QString() : wish);
    if (path.isEmpty())
        return Error { Core::tr("%1 was chosen and does not respond.").arg(wish) };
    const QString reason = isPython ? whySilent(facts, path) : QString();
    return reason.isEmpty() ? Result<QString>(path) : Error { reason };
}

// Another result, flags to take out, another release, other programs, a compiler cache.
Result<void> putStepsOver(const RequestWishes& wishes, const HostFacts& facts, BuildRequest& request)
{
    if (!wishes.backend.isEmpty()) {
        // Another release may still change it.
        request.backend = settledBackend(wishes.backend, request.sourceFolder);
        startNoLaterThan(StageKind::Configure, request);
    }
    QVector<ChangeStep> steps;
    for (const QString& name : wishes.configuration.unsetFlags)
        steps.append({ StepKind::UnsetFlag, name, {} });
    if (!wishes.tag.isEmpty())
        steps.append({ StepKind::Release, {}, wishes.tag });
    for (const char* key : { "nvcc", "cxx", "python" }) { // the others come with the facts
        const QString wish = wishes.programs.value(QLatin1String(key));
        if (wish.isEmpty())
            continue;
        const auto path = programPath(QLatin1String(key), wish, facts);
        if (!path)
            return path.error();
        steps.append({ StepKind::Choose, QLatin1String(key), *path });
    }
    const Configuration before = request.configuration;
    for (const ChangeStep& step : steps) {
        if (const auto done = applyStep(step, request); !done)
            return done;
    }
    if (!wishes.cache.isEmpty()) {
        const auto cached = applyCacheWish(request.configuration, wishes.cache, wishes.cacheStorage, facts);
        if (!cached)
            return cached;
        configureAgain(request);
    }
    takeAsOwn(before, request.configuration);
    return {};
}

void putRestOver(const RequestWishes& wishes, BuildRequest& request)
{
    if (!wishes.patches.isEmpty()) {
        request.patches += wishes.patches;
        startNoLaterThan(StageKind::Patch, request);
    }
    if (!wishes.wheels.isEmpty())
        request.python.wheels = QDir::current().absoluteFilePath(wishes.wheels);
    if (wishes.install.isWanted()) {
        const QString wheel = request.install.wheel; // the environment is another one, not what goes there
        request.install = wishes.install;
        request.install.wheel = wheel;
        request.install.environment = QDir::current().absoluteFilePath(request.install.environment);
        request.skippedStages.removeAll(stageKindId(StageKind::Install));
    }
    for (const FlagValue& flag : wishes.configuration.flags) {
        if (pythonFlagNames().contains(flag.name)) // the stages use what CMake uses
            settlePython(request, wholePythonPath(flag.value), hostPlatform(), ValueOrigin::User);
        else
            request.configuration.setFlag(flag);
    }
    for (const EnvironmentValue& variable : wishes.configuration.environment)
        putVariable(request, variable);
    if (!wishes.configuration.flags.isEmpty() || !wishes.configuration.environment.isEmpty()) {
        request.acceptConfiguration = false; // what was accepted was another one
        startNoLaterThan(StageKind::Configure, request);
    }
    if (!wishes.targets.isEmpty()) {
        request.targets = wishes.targets;
        startNoLaterThan(StageKind::Compile, request);
    }
    if (wishes.jobs) {
        request.jobs = wishes.jobs;
        request.jobsWithoutGate.reset();
    }
    if (wishes.memoryLimit)
        request.memoryLimit = wishes.memoryLimit;
    const GateUse before = request.gate;
    if (wishes.gate)
        request.gate = *wishes.gate;
    else if (wishes.memoryLimit && before == GateUse::Off)
        request.gate = GateUse::WhereFree;
    if (request.gate != GateUse::Off && request.gate != before)
        startNoLaterThan(StageKind::Configure, request); // which names the launchers
    if (!wishes.fromStage.isEmpty())
        request.fromStage = wishes.fromStage;
    if (!wishes.untilStage.isEmpty())
        request.untilStage = wishes.untilStage;
    request.skippedStages += wishes.skippedStages;
    if (reachesStage(request, StageKind::Wheel))
        request.install.wheel.clear(); // the one that is packed goes there
}

}

QString refusalForRetry(const RequestWishes& wishes)
{
    if (!wishes.sourceFolder.isEmpty() || !wishes.buildFolder.isEmpty())
        return QStringLiteral("a retry uses the folders of its attempt; use build for other ones.");
    if (wishes.venv || !wishes.packages.isEmpty())
        return QStringLiteral(
            "a retry uses the virtual environment of its attempt; use build for another one.");
    return {};
}

Result<void> putOver(const RequestWishes& wishes, const HostFacts& facts, BuildRequest& request)
{
    const auto put = putStepsOver(wishes, facts, request);
    if (put)
        putRestOver(wishes, request);
    return put;
}

}
