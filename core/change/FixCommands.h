// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"
#include "core/detect/HostFacts.h"

namespace torchmason {

// The command as this user needs it: root needs no sudo, and containers seldom have one.
QString withoutSudoForRoot(const HostFacts& facts, QString command);
// One line to copy that installs a thing on this system; empty where we know none. `thing` is a name of the
// DependencyCatalogue: "cmake", "compiler", "OpenBLAS".
QString installCommand(const HostFacts& facts, const QString& thing);
// Advice to install a graphics driver, and where: WSL has none of its own.
QString driverAdvice(const HostFacts& facts, const QString& advice);
// Installs that release of CUDA ("12.9"); without a command where the system packages one release only.
Change cudaInstallation(const HostFacts& facts, const QString& version);
// The advice to do so by hand; what `command` must know before it can find that release.
QString cudaInstallationText(const QString& version, const QString& command);
QString visualStudioInstallCommand(const QString& year);
// The newest gcc up to `newest`, and from `oldest` on, that this system packages.
struct PackagedGcc {
    QString version; // "14"; empty where it packages none of them, or that is not known
    QString program; // "/usr/bin/g++-14"
    QString command;
};
PackagedGcc packagedGcc(const HostFacts& facts, int oldest, int newest);
// A Python in the range with its headers; empty where this system is known to package none. Empty bounds:
// any.
QString pythonInstallCommand(const HostFacts& facts, const QString& minimum, const QString& maximum);
QString pythonHeadersCommand(const HostFacts& facts, const QString& version);
// Whether the distribution's own is new enough; true where that is not known.
bool packagesCMake(const HostFacts& facts, const QString& minimum);
// A CMake of at least `version` in a virtual environment of its own: distributions are often behind, and
// many refuse pip outside of one.
QString cmakeInstallCommand(const HostFacts& facts, const QString& version);
// Installs build modules by their import names: the distribution's packages for its own Python, which many
// close to pip, else python -m pip. Empty where the distribution lacks one: pip needs an environment then.
QString modulesCommand(const HostFacts& facts, const PythonFacts& python, const QStringList& modules);

}
