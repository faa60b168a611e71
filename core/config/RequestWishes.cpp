// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/RequestWishes.h"

#include <algorithm>

namespace torchmason {

void applyStep(const ChangeStep& step, RequestWishes& wishes)
{
    switch (step.kind) {
    case StepKind::SetFlag:
        return wishes.configuration.setFlag({ step.name, step.value, {}, ValueOrigin::User });
    case StepKind::UnsetFlag:
        return wishes.configuration.unsetFlag(step.name);
    case StepKind::SetEnvironment:
        return wishes.configuration.setEnvironment({ step.name, step.value, ValueOrigin::User });
    case StepKind::UnsetEnvironment:
        return wishes.configuration.setEnvironment({ step.name, std::nullopt, ValueOrigin::User });
    case StepKind::Jobs:
        wishes.jobs = std::max(1, step.value.toInt());
        return;
    case StepKind::UseGate:
        if (wishes.gate == GateUse::Off) // else it is used already
            wishes.gate.reset();
        return;
    case StepKind::RunStage:
        wishes.skippedStages.removeAll(step.name);
        return;
    case StepKind::UseCache:
        wishes.cache = step.value;
        return;
    case StepKind::Release:
        wishes.tag = step.value;
        return;
    case StepKind::BuildFolder:
        wishes.buildFolder = step.value;
        return;
    case StepKind::OwnEnvironment:
        wishes.venv = true;
        return;
    case StepKind::Package:
        pinPackage(wishes.packages, step.value);
        wishes.venv = true; // without one the packages would go nowhere
        return;
    case StepKind::Choose:
    case StepKind::Install:
        return;
    }
}

}
