// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

#include <QString>

namespace torchmason {

// Where things usually lie on a machine that was not looked at. `version` is "12.9"; empty: the place without
// a version.
QString usualCuda(const QString& version, Platform platform);
QString usualPython(Platform platform);
QString usualVenv(Platform platform);
// A folder for builds of a profile: `last` is "source", "build"...
QString usualFolder(const QString& profileId, const QString& last, Platform platform);

// g++-11 -> gcc-11, clang++ -> clang, c++ -> cc: the C compiler of the same family that lies beside it; empty
// where there is none.
QString sisterCompiler(const QString& path);

// vcvars64.bat of the Visual Studio that holds the compiler
// ROOT/VC/Tools/MSVC/14.29.30133/bin/Hostx64/x64/cl.exe; empty for any other compiler.
QString vcvarsOfCompiler(const QString& path);

}
