// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StageMakers.h"

namespace torchmason {

// What stands before the compilers of a build, as its launchers say.
struct CompilerCache {
    QString ccache; // the program; empty: not used
    QString sccache;
    bool distcc = false;

    bool isCache() const { return !ccache.isEmpty() || !sccache.isEmpty(); }
};
CompilerCache compilerCache(const BuildRequest& request, Platform platform);

// What else ccache starts its compilers with, as the build or our own environment says (distcc); its own
// settings are not asked. Empty: nothing.
QString ccachePrefix(const BuildRequest& request, Platform platform);

// "/usr/bin/ccache" and "C:\\x\\ccache.exe" are "ccache".
QString launcherName(const QString& launcher);

}
