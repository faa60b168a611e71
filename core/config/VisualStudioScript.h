// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// vcvars64.bat of the Visual Studio that holds the compiler
// ROOT/VC/Tools/MSVC/14.29.30133/bin/Hostx64/x64/cl.exe; empty for any other compiler.
QString vcvarsOfCompiler(const QString& path);

}
