// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/StagePlan.h"

#include <memory>
#include <optional>

class QLockFile;

namespace torchmason {

// Says that an attempt uses its source tree. Several may at the same time as long as they agree on what the
// tree is; one that fetches another version or makes other changes would take it from under those that
// compile. Given up with the object or with the process.
class SourceClaim {
public:
    // Fails with a sentence that names the attempt that uses the tree in another state.
    static Result<std::unique_ptr<SourceClaim>> take(
        const BuildRequest& request, const StagePlan& plan, int attemptNumber);
    // Why take() would fail now; nullopt where no attempt uses the tree in another state.
    static std::optional<Error> sourceInUse(const BuildRequest& request, const StagePlan& plan);
    ~SourceClaim();

private:
    SourceClaim() = default;

    QString m_note; // what this attempt makes of the tree
    std::unique_ptr<QLockFile> m_lock; // held as long as the note counts
};

}
