// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/InstallRequest.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/config/WheelObstacles.h"
#include "core/request/TreeBackend.h"
#include "core/store/WheelPresence.h"

namespace torchmason {

namespace {

// It alone.
BuildRequest requestOfInstallStage(const AttemptRecord& record)
{
    BuildRequest request = record.request;
    request.continuesAttempt = record.number;
    request.fromStage = request.untilStage = stageKindId(StageKind::Install);
    request.skippedStages.clear();
    request.clean = request.queue = false;
    request.answers.clear();
    return request;
}

// The stage would find it out only after the attempt has begun.
Result<BuildRequest> withItsWheels(const BuildRequest& request)
{
    const QString refusal = request.install.dependencies ? refusalOfWheels(request.python.wheels) : QString();
    if (!refusal.isEmpty())
        return Error { refusal };
    return request;
}

}

const WheelRecord* wheelToInstall(const AttemptRecord& record)
{
    return record.wheels.isEmpty() ? nullptr : &record.wheels.last();
}

Result<BuildRequest> requestToInstall(
    const AttemptRecord& record, const InstallTarget& target, const QString& wheels)
{
    if (record.imported)
        return Error {
            Core::tr("Attempt %1 ran on another machine; its wheel is there.").arg(record.number)
        };
    const WheelRecord* wheel = wheelToInstall(record);
    if (!wheel)
        return Error { Core::tr("Attempt %1 packed no wheel.").arg(record.number) };
    const AttemptStore store(AppPaths::attemptsFolder());
    const QString missing
        = missingWheelText(*wheel, record.number, lookAtWheel(*wheel, record, WheelLook::Whole, store));
    if (!missing.isEmpty())
        return Error { missing };
    BuildRequest request = requestOfInstallStage(record);
    request.install = target;
    request.install.wheel = wheel->path;
    if (!wheels.isEmpty())
        request.python.wheels = wheels;
    return withItsWheels(request);
}

Result<BuildRequest> requestToTakeBack(const AttemptRecord& record, const QString& wheels)
{
    const InstallTarget& install = record.request.install;
    if (record.imported)
        return Error {
            Core::tr("Attempt %1 ran on another machine; what it installed is there.").arg(record.number)
        };
    if (!hasEnded(record.state))
        return Error { Core::tr("Attempt %1 still runs.").arg(record.number) };
    if (install.takesBack > 0)
        return Error { Core::tr("Attempt %1 undid an install; install the wheel of attempt %2 again instead.")
                           .arg(record.number)
                           .arg(install.takesBack) };
    if (!install.isWanted())
        return Error {
            Core::tr("Attempt %1 installed no wheel, so there is nothing to undo.").arg(record.number)
        };
    BuildRequest request = requestOfInstallStage(record);
    request.install = { install.environment };
    request.install.takesBack = record.number;
    request.python.wheels = wheels; // not those of the build: what was there before lies elsewhere
    return withItsWheels(request);
}

bool lacksWheel(const AttemptRecord& record)
{
    const BuildRequest& request = record.request;
    return record.state == AttemptState::Succeeded && wantsWheel(request.backend) && request.targets.isEmpty()
        && record.wheels.isEmpty() && runsStage(request, StageKind::Wheel);
}

QString whyWithoutWheel(const StagePlan& plan)
{
    for (const Stage& stage : plan.stages) {
        if (stage.kind == StageKind::Wheel && stage.skipped)
            return stage.skipReason;
    }
    return {};
}

QString noWheelText(const AttemptRecord& record)
{
    if (!lacksWheel(record))
        return {};
    const QString reason = whyWithoutWheel(record.plan);
    return reason.isEmpty() ? Core::tr("No wheel was made, though one was asked for.")
                            : Core::tr("No wheel was made: %1.").arg(reason);
}

}
