// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

struct CompilerPlace {
    QString path;
    QString source; // "CXX", "PATH", "CONDA_PREFIX"...
    QString realPath;
    QStringList otherPaths = {};
};

// C++ compilers of a Linux machine, the one that CMake would take first, each once however many links
// lead to it.
struct CompilerPlaces {
    QVector<CompilerPlace> found;
    QVector<UnknownFact> unknown; // a CXX that names nothing
    bool firstIsMissing = false; // CMake stops at that, and takes none of them
};
CompilerPlaces compilerPlaces(const ProbeContext& context);

// Programs that are put before a compiler, or behind links with its name: ccache, sccache, distcc...
bool isCompilerLauncher(const QString& program);
// "/opt/g++" of "ccache /opt/g++ -m64", as CC and CXX may hold; empty where there is only a launcher.
QString compilerInVariable(const QString& value);

}
