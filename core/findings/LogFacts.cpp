// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogFacts.h"

#include "core/findings/FailureMatcher.h"

namespace torchmason {

void LogFacts::complete(const LogFacts& other)
{
    if (cudaVersion.isEmpty())
        cudaVersion = other.cudaVersion;
    if (distributed.isEmpty())
        distributed = other.distributed;
}

LogFacts factsOf(const FailureMatcher& matcher)
{
    return { matcher.markerValue(QStringLiteral("nvcc-release")),
        matcher.markerValue(QStringLiteral("use-distributed")) };
}

}
