// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

namespace torchmason {

// Of the build that an attempt goes on with: ninja counts only what is left to do.
struct StepsBefore {
    qint64 total = 0; // of the whole build
    qint64 done = 0; // when the attempt began

    bool operator==(const StepsBefore&) const = default;
};

// Nothing where it goes on with none, or with one that built something else. Reads the attempts before it.
StepsBefore stepsBefore(const AttemptRecord& record, const AttemptStore& store);

}
