// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/BuildRequest.h"
#include "core/configured/BuildFolderState.h"

#include <optional>

namespace torchmason {

// What a build folder holds, read once, to see what a change of the request makes stale in it.
class StaleParts {
public:
    explicit StaleParts(const BuildRequest& request);

    // Lets the attempt clean at least as much as is safe: else the guard before CMake would stop it.
    void clean(BuildRequest& request) const;

private:
    QString m_folder;
    std::optional<BuildFolderState> m_state;
};

}
