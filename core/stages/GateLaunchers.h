// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/CacheWish.h"
#include "core/stages/GateProgram.h"
#include "core/stages/StageMakers.h"

namespace torchmason {

// What stands before the compilers of a build, as its launchers say.
struct CompilerCache {
    QString ccache; // the program; empty: not used
    QString sccache;
    bool distcc = false;

    bool isCache() const { return !ccache.isEmpty() || !sccache.isEmpty(); }
};
// `taken`: takenConfiguration() of the request.
CompilerCache compilerCache(const BuildRequest& request, const Configuration& taken, Platform platform);

// What else ccache starts its compilers with, as the build or our own environment says (distcc); its own
// settings are not asked. Empty: nothing.
QString ccachePrefix(const BuildRequest& request, Platform platform);

// PyTorch takes ccache by itself where it finds one and no other launcher is set; not on Windows.
bool takesOwnCcache(const BuildRequest& request, Platform platform);

// Why this build has to go without the gate, or nothing. Looks at the build folder: whether its compilers
// start through the gate already, and whether bringing it in would compile everything again.
QString reasonAgainstGate(const BuildRequest& request, const StagePlan& plan);
// The same build without the gate, for scripts, which have no runner.
BuildRequest withoutGate(BuildRequest request);
// The launchers of compilers and linkers, as flags of the configure command. The gate comes first, and ccache
// before it (gateEnvironment), so that a hit in its cache does not ask the gate; ccache cannot call a gate
// whose path holds a space and comes after it then.
QVector<FlagValue> gateFlags(const StageContext& context);
QVector<EnvironmentValue> gateEnvironment(const StageContext& context);
// From 2.14 on a variable of the environment would go before a launcher that is passed as a flag, and so
// before the gate. Those variables are unset.
QVector<EnvironmentValue> launchersTakenOut(const StageContext& context);
// The launcher of the build's compilers of "C", "CXX" or "CUDA" without the gate, as a CMake list; where the
// build names none, the ccache that PyTorch finds.
QString compilerLauncher(const StageContext& context, const QString& language);
// How many jobs ninja may start: more than run at once, so that light compilers run while heavy ones wait for
// memory, and the number can be raised while the build runs.
int startedAtOnce(const BuildRequest& request, int jobs);
// Why the number in ninja's command is not the number of jobs; empty where it is.
QString startedAtOnceText(const BuildRequest& request);
// The compile command for build files that do not name the gate after all: without it, `jobs` limits ninja.
Command withoutGate(Command compile, int jobs);

}
