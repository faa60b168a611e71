// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// Whether `folder` holds a tree that CMake can configure. Answers one line that says what was found.
Result<QString> checkSourceTree(const QString& folder);

// Whether a revision of `url` may be checked out in `folder`: missing, empty, or the top of a git tree that
// may be changed, see checkGitTree().
Result<QString> checkGitFolder(const QString& folder, const QString& url, const QString& git);
// The same, and makes the folder where it is missing.
Result<QString> prepareGitFolder(const QString& folder, const QString& url, const QString& git);

}
