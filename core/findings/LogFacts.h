// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

class FailureMatcher;

// What a log tells besides its failures, and what decides between causes. Empty: it does not say.
struct LogFacts {
    QString cudaVersion; // of the nvcc that ran: "12.9"
    // What CMake's summary says of USE_DISTRIBUTED and its backends: "ON", "1", "OFF".
    QString distributed;
    QString gloo;
    QString nccl;
    QString mpi;

    bool operator==(const LogFacts&) const = default;
    // Takes over what is not known yet.
    void complete(const LogFacts& other);
};

LogFacts factsOf(const FailureMatcher& matcher);

}
