// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/DetachedThread.h"
#include "core/base/Units.h"

#include <chrono>
#include <optional>
#include <vector>

#include <QVector>

namespace torchmason {

// Asks about all candidates at once, each on a thread of its own, and answers in the order of the
// candidates; nullopt for one that did not answer in time. `ask` must own everything it uses: it may still
// run when the caller is gone.
template <typename Candidate, typename Ask>
auto askAll(const QVector<Candidate>& candidates, Milliseconds patience, const Ask& ask)
{
    using Answer = std::invoke_result_t<const Ask&, const Candidate&>;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    std::vector<std::future<Answer>> futures;
    for (const Candidate& candidate : candidates) {
        // Not std::async, whose futures wait when they are destroyed.
        futures.push_back(askDetached([ask, candidate] { return ask(candidate); }));
    }
    std::vector<std::optional<Answer>> answers;
    for (std::future<Answer>& future : futures) {
        const bool inTime = future.valid() && future.wait_until(deadline) == std::future_status::ready;
        answers.push_back(inTime ? std::optional<Answer>(future.get()) : std::nullopt);
    }
    return answers;
}

}
