// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

namespace torchmason {

// One line to copy that installs a thing on this system; empty where we know none. `thing` is one of
// "cmake", "ninja", "git", "ccache", "compiler", "python", "dpkg-dev", "driver".
QString installCommand(const HostFacts& facts, const QString& thing);
QString cudaInstallCommand(const HostFacts& facts, const QString& version); // "12.9"
QString visualStudioInstallCommand(const QString& year);
// A CMake of at least `version` in a virtual environment of its own: distributions are often behind, and
// many refuse pip outside of one.
QString cmakeInstallCommand(const HostFacts& facts, const QString& version);
// python -m pip install for build modules by their import names.
QString pipCommand(const PythonFacts& python, const QStringList& modules);

}
