// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

namespace torchmason {

// Absolute on the platform of the plan, which need not be ours.
bool isAbsoluteOn(Platform platform, const QString& path);
// Whether `inner` is `outer` or lies below it, by text alone.
bool isInsideOn(Platform platform, const QString& inner, const QString& outer);
bool isSameFolderOn(Platform platform, const QString& one, const QString& other);

}
