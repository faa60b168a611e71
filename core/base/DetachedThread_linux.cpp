// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DetachedThread.h"

#include <system_error>
#include <thread>

namespace torchmason {

bool startDetached(std::function<void()> work)
{
    try {
        std::thread(std::move(work)).detach();
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

}
