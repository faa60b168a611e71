// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Preflight.h"

namespace torchmason {

struct PreflightInput {
    const HostFacts& facts;
    const Profile& profile;
    const BuildRequest& request;
};

// Looks at one relation and adds a row where it does not hold.
using PreflightRule = void (*)(const PreflightInput& input, QVector<CheckRow>& rows);
QVector<PreflightRule> preflightRules();

// CUDA: architectures, toolkit, host compiler, driver.
void checkArchForGpu(const PreflightInput& input, QVector<CheckRow>& rows);
void checkToolkitForGpu(const PreflightInput& input, QVector<CheckRow>& rows);
void checkArchForToolkit(const PreflightInput& input, QVector<CheckRow>& rows);
void checkHostCompiler(const PreflightInput& input, QVector<CheckRow>& rows);
// The release: Python, CMake, CUDA, flags.
void checkPythonForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCMakeForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCudaForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkFlagsForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
// Flags that contradict each other or the platform.
void checkDistributed(const PreflightInput& input, QVector<CheckRow>& rows);
void checkNamesSetTwice(const PreflightInput& input, QVector<CheckRow>& rows);
void checkFlagsWithoutEffect(const PreflightInput& input, QVector<CheckRow>& rows);
// Compiler caches and compiling on other machines.
void checkCaches(const PreflightInput& input, QVector<CheckRow>& rows);
// Space and folders.
void checkJobsForMemory(const PreflightInput& input, QVector<CheckRow>& rows);
void checkPaths(const PreflightInput& input, QVector<CheckRow>& rows);
// The profile itself.
void checkHistorical(const PreflightInput& input, QVector<CheckRow>& rows);
void checkPatches(const PreflightInput& input, QVector<CheckRow>& rows);

CheckRow problemRow(const char* id, CheckState state, const QString& title, const QString& found);

}
