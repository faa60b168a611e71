// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/OwnThread.h"

namespace torchmason {

void endThread(std::unique_ptr<QThread> thread)
{
    constexpr int longest = 1000; // milliseconds
    thread->quit();
    if (!thread->wait(longest))
        (void)thread.release();
}

}
