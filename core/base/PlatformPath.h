// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

namespace torchmason {

// Absolute on the platform of the plan, which need not be ours.
bool isAbsoluteOn(Platform platform, const QString& path);
// Whether `inner` is `outer` or lies below it, by text alone.
bool isInsideOn(Platform platform, const QString& inner, const QString& outer);
// Whether Windows would ask another computer for it: \\server\x, and what it makes of that itself. The
// question alone sends the user's name and a proof of the password there.
bool isOfNetwork(const QString& path);
// Whether a place stands in a value: /usr/bin/c++, -I/opt/x, ~/x, but not /O2; C:/x and \\server\x.
bool namesPlace(const QString& text, Platform platform);
bool isSameFolderOn(Platform platform, const QString& one, const QString& other);

}
