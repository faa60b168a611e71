// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Export.h"

namespace c10d {

// The class of PyTorch whose absence has cost people days; here it is only ever declared.
class Work {
public:
    bool wait(long long milliseconds);
};

}

namespace brick {

// Waits for work that other computers do. This build has none, unless TOUR_FAILURE pretends so.
BRICK_API bool waitForOthers(c10d::Work* work);

}
