// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/MissingWheel.h"

#include "core/config/TreeBackend.h"

namespace torchmason {

namespace {

// Whether what was asked for reaches the stage that packs.
bool comesToTheWheel(const BuildRequest& request)
{
    const auto from = stageKindFromId(request.fromStage);
    const auto until = stageKindFromId(request.untilStage);
    return (!from || *from <= StageKind::Wheel) && (!until || *until >= StageKind::Wheel)
        && !request.skippedStages.contains(stageKindId(StageKind::Wheel));
}

}

bool lacksWheel(const AttemptRecord& record)
{
    const BuildRequest& request = record.request;
    return record.state == AttemptState::Succeeded && wantsWheel(request.backend) && request.targets.isEmpty()
        && record.wheels.isEmpty() && comesToTheWheel(request);
}

QString whyWithoutWheel(const AttemptRecord& record)
{
    for (const Stage& stage : record.plan.stages) {
        if (stage.kind == StageKind::Wheel && stage.skipped)
            return stage.skipReason;
    }
    return {};
}

}
