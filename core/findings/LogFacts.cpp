// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogFacts.h"

#include "core/findings/FailureMatcher.h"

namespace torchmason {

void LogFacts::complete(const LogFacts& other)
{
    for (QString LogFacts::*fact : { &LogFacts::cudaVersion, &LogFacts::distributed, &LogFacts::gloo,
             &LogFacts::nccl, &LogFacts::mpi }) {
        if ((this->*fact).isEmpty())
            this->*fact = other.*fact;
    }
}

LogFacts factsOf(const FailureMatcher& matcher)
{
    const auto value = [&](const char* marker) { return matcher.markerValue(QLatin1String(marker)); };
    return { value("nvcc-release"), value("use-distributed"), value("use-gloo"), value("use-nccl"),
        value("use-mpi") };
}

}
