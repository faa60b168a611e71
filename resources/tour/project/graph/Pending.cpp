// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Pending.h"

namespace brick {

#ifdef BRICK_WITH_MISTAKE
// Planted: nobody declares it.
bool planted = brickThatNobodyWrote();
#endif

bool waitForOthers(c10d::Work* work)
{
#ifdef BRICK_WITH_DISTRIBUTED
    return work && work->wait(1000); // planted: nobody defines c10d::Work::wait
#else
    return work == nullptr;
#endif
}

}
