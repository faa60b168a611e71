// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DetachedThread.h"

#include <windows.h>

#include <process.h>

namespace torchmason {

namespace {

unsigned __stdcall run(void* work)
{
    const std::unique_ptr<std::function<void()>> own(static_cast<std::function<void()>*>(work));
    (*own)();
    return 0;
}

}

// No std::thread: winpthreads, which mingw's stands on, gives the data of a thread that ended before detach()
// to the next thread, and the end of the first one takes it away from that.
bool startDetached(std::function<void()> work)
{
    auto own = std::make_unique<std::function<void()>>(std::move(work));
    const auto thread = reinterpret_cast<HANDLE>(_beginthreadex(nullptr, 0, run, own.get(), 0, nullptr));
    if (!thread)
        return false;
    static_cast<void>(own.release()); // the thread's
    CloseHandle(thread);
    return true;
}

}
