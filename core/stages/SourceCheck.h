// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// Whether `folder` holds a tree that CMake can configure. Answers one line that says what was found.
Result<QString> checkSourceTree(const QString& folder);

// Whether a git tree may be made or updated in `folder`: missing, empty, or the top of a git tree. Makes
// the folder where it is missing.
Result<QString> prepareGitFolder(const QString& folder);

}
