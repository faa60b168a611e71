// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/MissingWheel.h"

#include "core/config/WheelObstacles.h"
#include "core/request/TreeBackend.h"

namespace torchmason {

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

}
