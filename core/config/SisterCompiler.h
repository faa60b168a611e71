// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// g++-11 -> gcc-11, clang++ -> clang, c++ -> cc: the C compiler of the same family that lies beside it; empty
// where there is none.
QString sisterCompiler(const QString& path);

}
