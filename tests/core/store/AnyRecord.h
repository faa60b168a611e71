// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

namespace torchmason {

inline BuildRequest anyRequest()
{
    BuildRequest request;
    request.profileId = QStringLiteral("tour");
    request.sourceFolder = QStringLiteral("/src");
    request.buildFolder = QStringLiteral("/build");
    return request;
}

inline AttemptRecord anyRecord(AttemptState state)
{
    AttemptRecord record;
    record.number = 1;
    record.state = state;
    record.request = anyRequest();
    record.createdAt = 1'700'000'000'000;
    record.duration = Milliseconds(4200);
    record.peakMemory = 3 * gibibyte;
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.state = StageState::Failed;
    stage.exitCode = 1;
    record.stages.append(stage);
    return record;
}

}
