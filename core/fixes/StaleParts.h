// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"
#include "core/request/BuildRequest.h"

#include <optional>

namespace torchmason {

// What the build folder of an attempt holds, read once, to see what a change of its request makes stale
// there.
class StaleParts {
public:
    explicit StaleParts(const BuildRequest& before);

    // Lets the changed attempt clean at least as much as is safe: else the guard before CMake would stop it,
    // or CMake's cache would keep what was taken out.
    void clean(BuildRequest& changed) const;
    // Whether CMake's cache has an entry of that name. True where the folder cannot be read.
    bool isCached(const QString& name) const;

private:
    bool keepsWhatIsGone(const BuildRequest& changed) const;

    BuildRequest m_before;
    std::optional<BuildFolderState> m_state;
};

}
