// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

namespace torchmason {

// One line to copy that installs a thing on this system; empty where we know none. `thing` is a name of the
// DependencyCatalogue: "cmake", "compiler", "OpenBLAS".
QString installCommand(const HostFacts& facts, const QString& thing);
QString cudaInstallCommand(const HostFacts& facts, const QString& version); // "12.9"
QString visualStudioInstallCommand(const QString& year);
// A CMake of at least `version` in a virtual environment of its own: distributions are often behind, and
// many refuse pip outside of one.
QString cmakeInstallCommand(const HostFacts& facts, const QString& version);
// Installs build modules by their import names: the distribution's packages for its own Python, which many
// close to pip, else python -m pip.
QString modulesCommand(const HostFacts& facts, const PythonFacts& python, const QStringList& modules);

}
