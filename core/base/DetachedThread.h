// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace torchmason {

// `work` on a thread of its own that nobody waits for, so it must own all that it uses. false: the system
// gives no more threads; nothing was begun.
bool startDetached(std::function<void()> work);

// What `act` answers on such a thread; without a state (valid() is false) where there is none.
template <typename Act> std::future<std::invoke_result_t<Act>> askDetached(Act act)
{
    const auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Act>()>>(std::move(act));
    auto answer = task->get_future();
    if (!startDetached([task] { (*task)(); }))
        return {};
    return answer;
}

}
