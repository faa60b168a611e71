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

// The launcher that asks the runner before it starts a compiler. It lies where it stays when the program is
// updated: its path is part of every command, and another path would compile everything anew.
QString gateProgram(Platform platform);
// Copies the launcher that came with this program to gateProgram(), where another one or none lies there.
Result<void> installGate();

// Why this build has to go without the gate, or nothing. Looks at the build folder: whether its compilers
// start through the gate already, and whether bringing it in would compile everything again.
QString reasonAgainstGate(const BuildRequest& request, const StagePlan& plan);
// Whether the build files of this folder name the gate.
bool namesGate(const QString& buildFolder);
// The same build without a runner that answers its compilers, for scripts.
BuildRequest withoutGate(BuildRequest request);
// The launchers of compilers and linkers, as flags of the configure command. ccache calls the gate itself
// (gateEnvironment), so that what it finds in its cache need not ask; every other launcher comes after it,
// and ccache as well where the gate's path holds a space, which ccache cannot call.
QVector<FlagValue> gateFlags(const StageContext& context);
QVector<EnvironmentValue> gateEnvironment(const StageContext& context);
// What the build says stands before its compilers of "C", "CXX" or "CUDA", the gate left aside; a list in
// CMake's writing. Without a word, ccache where PyTorch finds it by itself.
QString compilerLauncher(const StageContext& context, const QString& language);
// What ninja may start: more than run at the same time, so that light compilers go past heavy ones that
// wait, and so that the number can be raised while the build runs.
int startedAtOnce(const StageContext& context, int jobs);
// The compile command for build files that do not name the gate after all: without it, `jobs` limits ninja.
Command withoutGate(Command compile, int jobs);

}
