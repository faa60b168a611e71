// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/StepsBefore.h"

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

qint64 stepsOfWholeBuild(const AttemptRecord& record, const AttemptStore& store)
{
    qint64 most = 0;
    BuildRequest request = record.request;
    for (int link = 0; link < longestChain && request.continuesAttempt && !request.clean; ++link) {
        const auto before = store.attempt(*request.continuesAttempt);
        if (!before || !buildsTheSame(before->record.request, record.request))
            break;
        most = std::max(most, before->record.edgesTotal.value_or(0));
        request = before->record.request;
    }
    return most;
}

}
