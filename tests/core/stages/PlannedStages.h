// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

namespace torchmason {

// Of a tree that is there, for a part of it.
inline BuildRequest plainRequest()
{
    BuildRequest request;
    request.source.kind = SourceKind::ExistingTree;
    request.sourceFolder = "/src/pytorch";
    request.buildFolder = "/build/pytorch";
    request.jobs = 2;
    request.targets = QStringList { "c10" };
    request.configuration.flags = { { "USE_CUDA", "OFF", "BOOL", ValueOrigin::Profile },
        { "CMAKE_BUILD_TYPE", "Release", {}, ValueOrigin::User },
        { "USE_ITT", "ON", "BOOL", ValueOrigin::Default } };
    request.configuration.environment = { { "CC", QString("gcc-12"), ValueOrigin::User },
        { "CUDA_HOME", std::nullopt, ValueOrigin::Profile } };
    return request;
}

// Null where the plan has none.
inline const Stage* stageOf(const StagePlan& plan, const QString& id)
{
    for (const Stage& stage : plan.stages) {
        if (stage.id == id)
            return &stage;
    }
    return nullptr;
}

inline const Stage* stageOf(const StagePlan& plan, StageKind kind)
{
    for (const Stage& stage : plan.stages) {
        if (stage.kind == kind)
            return &stage;
    }
    return nullptr;
}

// With a plus sign where it goes in front of what was there.
inline QString valueIn(const QVector<EnvironmentValue>& environment, const QString& name)
{
    for (const EnvironmentValue& value : environment) {
        if (value.name == name)
            return (value.inFront ? "+" : "") + value.value.value_or("(unset)");
    }
    return "(not there)";
}

}
