// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <algorithm>
#include <functional>

namespace torchmason {

// Of the build that an attempt goes on with: ninja counts only what is left to do.
struct StepsBefore {
    qint64 total = 0; // of the whole build
    qint64 done = 0; // when the attempt began

    // Steps that were done before, where ninja counts so many. `inAll`: what the build file says, where the
    // attempts before do not tell.
    qint64 beside(qint64 counted, std::optional<qint64> inAll = {}) const
    {
        return std::max<qint64>(0, (total > 0 ? total : inAll.value_or(0)) - counted);
    }
    bool operator==(const StepsBefore&) const = default;
};

// Nothing where it goes on with none, or where it only installs. Where the one before built something else,
// as after a fix, only the total, and only once ninja has counted. Reads the attempts before it.
StepsBefore stepsBefore(const AttemptRecord& record, const AttemptStore& store);
// The same where they have been read; what looks them up answers nullptr where there is none.
StepsBefore stepsBefore(const AttemptRecord& record, const std::function<const AttemptRecord*(int)>& attempt);
// "23 of 42 steps are done, 1 failed"; empty where none were counted.
QString stepsText(const AttemptRecord& record, const StepsBefore& before);

}
