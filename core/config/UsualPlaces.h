// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

#include <QString>

namespace torchmason {

// Where things usually lie on a machine that nobody looked at.

// "12.9"; empty: the place without a version.
QString usualCuda(const QString& version, Platform platform);
QString usualPython(Platform platform);
QString usualVenv(Platform platform);
// A place that anybody may have, for what builds of a profile need: `last` is "source", "build"...
QString usualFolder(const QString& profileId, const QString& last, Platform platform);

}
