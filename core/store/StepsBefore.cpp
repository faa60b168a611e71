// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/StepsBefore.h"

#include "core/base/Core.h"
#include "core/store/FailedSteps.h"
#include "core/store/OnlyInstall.h"

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
    Result<AttemptSummary> read = Error {};
    return stepsBefore(record, [&](int number) {
        read = store.attempt(number);
        return read ? &read->record : nullptr;
    });
}

StepsBefore stepsBefore(const AttemptRecord& record, const std::function<const AttemptRecord*(int)>& attempt)
{
    StepsBefore steps;
    if (installsOnly(record)) // those of the build whose wheel it installs are not its own
        return steps;
    std::optional<qint64> left; // when the one before ended; nullopt: it counted nothing
    BuildRequest request = record.request;
    for (int link = 0; link < longestChain && request.continuesAttempt && !request.clean; ++link) {
        const AttemptRecord* before = attempt(*request.continuesAttempt);
        if (!before || !buildsTheSame(before->request, record.request))
            break;
        const AttemptRecord& earlier = *before;
        if (!left && earlier.edgesTotal)
            left = *earlier.edgesTotal - stepsDone(earlier).value_or(0);
        steps.total
            = std::max({ steps.total, earlier.edgesTotal.value_or(0), earlier.edgesInAll.value_or(0) });
        request = earlier.request;
    }
    steps.done = std::clamp<qint64>(steps.total - left.value_or(0), 0, steps.total);
    if (steps.total == 0)
        steps.total = record.edgesInAll.value_or(0);
    return steps;
}

QString stepsText(const AttemptRecord& record, const StepsBefore& before)
{
    const qint64 counted = record.edgesTotal.value_or(0);
    const qint64 done = counted > 0
        ? before.beside(counted, record.edgesInAll) + stepsDone(record).value_or(0)
        : before.done;
    const qint64 total = before.beside(counted, record.edgesInAll) + counted;
    const qint64 failed = record.edgesFailed.value_or(0);
    return total == 0 ? QString()
        : failed > 0  ? Core::tr("%L1 of %L2 steps are done, %L3 failed").arg(done).arg(total).arg(failed)
                      : Core::tr("%L1 of %L2 steps are done").arg(done).arg(total);
}

}
