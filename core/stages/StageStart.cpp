// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageStart.h"

#include "core/stages/StagePlan.h"

namespace torchmason {

void startNoLaterThan(const QString& stage, BuildRequest& request)
{
    const auto kind = stageKindFromId(stage);
    if (stageKindFromId(request.fromStage) > kind)
        request.fromStage = kind == StageKind::Fetch ? QString() : stage;
}

void configureAgain(BuildRequest& request)
{
    request.acceptConfiguration = false;
    startNoLaterThan(QStringLiteral("configure"), request);
}

}
