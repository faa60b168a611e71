// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"
#include "core/stages/StagePlan.h"
#include "core/store/AttemptStore.h"

#include <QtGlobal>

// An attempt that compiles and does nothing else, for what a runner costs. Not started.
namespace torchmason {

// The attempt's folder, below `root`. The request names the build folder, jobs, targets and the gate.
inline QString compileAttempt(const QString& root, BuildRequest request)
{
    request.sourceFolder = root + QStringLiteral("/source");
    const auto attempt = AttemptStore(root + QStringLiteral("/attempts")).reserve(request);
    if (!attempt)
        qFatal("%s", qPrintable(attempt.error().message));
    const auto whole = makeStagePlan(request, hostPlatform());
    if (!whole)
        qFatal("%s", qPrintable(whole.error().message));
    StagePlan plan;
    for (Stage stage : whole->stages) {
        if (stage.kind != StageKind::Compile)
            continue;
        stage.after.clear();
        plan.stages << stage;
    }
    if (!writeJsonFile(attempt->folder + QStringLiteral("/plan.json"), toJson(plan)))
        qFatal("cannot write the plan");
    return attempt->folder;
}

}
