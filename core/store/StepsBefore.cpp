// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/StepsBefore.h"

#include "core/store/FailedSteps.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr int longestChain = 50;

bool buildsTheSame(const BuildRequest& one, const BuildRequest& other)
{
    return one.buildFolder == other.buildFolder && one.configuration == other.configuration
        && one.targets == other.targets;
}

}

StepsBefore stepsBefore(const AttemptRecord& record, const AttemptStore& store)
{
    StepsBefore steps;
    std::optional<qint64> left; // when the one before ended; nullopt: it counted nothing
    BuildRequest request = record.request;
    for (int link = 0; link < longestChain && request.continuesAttempt && !request.clean; ++link) {
        const auto before = store.attempt(*request.continuesAttempt);
        if (!before || !buildsTheSame(before->record.request, record.request))
            break;
        const AttemptRecord& earlier = before->record;
        if (!left && earlier.edgesTotal)
            left = *earlier.edgesTotal - stepsDone(earlier).value_or(0);
        steps.total = std::max(steps.total, earlier.edgesTotal.value_or(0));
        request = earlier.request;
    }
    steps.done = std::clamp<qint64>(steps.total - left.value_or(0), 0, steps.total);
    return steps;
}

}
