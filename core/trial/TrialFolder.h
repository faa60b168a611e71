// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QTemporaryDir>

#include <memory>

namespace torchmason {

// A private folder in which things are tried. It is removed when its last owner goes.
using TrialFolder = std::shared_ptr<QTemporaryDir>;

// In `place`, or in the nearest folder above it that is there; empty: in the system's temporary folder. What
// a crash left beside it is removed, where it is this user's and older than a day.
Result<TrialFolder> makeTrialFolder(const QString& place = {});

}
