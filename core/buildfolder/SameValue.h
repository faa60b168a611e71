// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Whether CMake takes both for the same: ON and 1, /usr/bin/../bin/gcc and /usr/bin/gcc, g++-12 and the
// absolute path that was found for it.
bool isSameFlagValue(const QString& wish, const QString& result);
bool isSamePath(const QString& left, const QString& right);
// One program on this disk, maybe by two names: c++ and g++. Links to ccache and its like are as many
// compilers as they have names.
bool isSameProgram(const QString& left, const QString& right);

}
