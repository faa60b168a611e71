// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/config/BuildChoice.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <functional>

namespace torchmason {

struct PreflightInput {
    const HostFacts& facts;
    const Profile& profile;
    const BuildRequest& request;
    const BuildChoice& choice;
};

// Looks at one relation and adds a row where it does not hold.
using PreflightRule = void (*)(const PreflightInput& input, QVector<CheckRow>& rows);
QVector<PreflightRule> preflightRules();

// Architectures.
void checkArchList(const PreflightInput& input, QVector<CheckRow>& rows);
void checkArchForGpu(const PreflightInput& input, QVector<CheckRow>& rows);
void checkArchForToolkit(const PreflightInput& input, QVector<CheckRow>& rows);
void checkArchForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
// The CUDA toolkit.
void checkNamedToolkit(const PreflightInput& input, QVector<CheckRow>& rows);
void checkToolkitForGpu(const PreflightInput& input, QVector<CheckRow>& rows);
void checkDriver(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCudaForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
// Compilers.
void checkHostCompiler(const PreflightInput& input, QVector<CheckRow>& rows);
void checkStlForCuda(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCompilerForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
// The release: Python and its packages, CMake, ninja, cuDNN, flags.
void checkPackagesForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkNinja(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCudnnForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkPythonForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkStandard(const PreflightInput& input, QVector<CheckRow>& rows);
void checkFlashAttention(const PreflightInput& input, QVector<CheckRow>& rows);
void checkGenerator(const PreflightInput& input, QVector<CheckRow>& rows);
void checkCMakeForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
void checkNamesAndValues(const PreflightInput& input, QVector<CheckRow>& rows);
void checkFlagsForRelease(const PreflightInput& input, QVector<CheckRow>& rows);
// Flags that contradict each other or the platform.
void checkDistributed(const PreflightInput& input, QVector<CheckRow>& rows);
void checkNamesSetTwice(const PreflightInput& input, QVector<CheckRow>& rows);
void checkLibuv(const PreflightInput& input, QVector<CheckRow>& rows);
void checkVariablesNotRead(const PreflightInput& input, QVector<CheckRow>& rows);
void checkFlagsWithoutEffect(const PreflightInput& input, QVector<CheckRow>& rows);
// Compiler caches and compiling on other machines.
void checkCaches(const PreflightInput& input, QVector<CheckRow>& rows);
// Space and folders.
void checkJobsForMemory(const PreflightInput& input, QVector<CheckRow>& rows);
void checkHeaviestFile(const PreflightInput& input, QVector<CheckRow>& rows);
void checkWheel(const PreflightInput& input, QVector<CheckRow>& rows);
void checkPaths(const PreflightInput& input, QVector<CheckRow>& rows);
// The profile itself.
void checkHistorical(const PreflightInput& input, QVector<CheckRow>& rows);
void checkPatches(const PreflightInput& input, QVector<CheckRow>& rows);

// Other programs that are here, where trying the chosen ones failed.
void proposeUntried(const PreflightInput& input, CheckRow& row);

// Changes that several rules offer: installing a CUDA release, fetching another release of PyTorch.
void proposeToolkit(const PreflightInput& input, const QString& version, CheckRow& row);
void proposeRelease(const PreflightInput& input, const QString& version, CheckRow& row);
// The newest that `fits`.
void proposeReleaseFor(
    const PreflightInput& input, const std::function<bool(const TorchRelease&)>& fits, CheckRow& row);

QString gpuText(const GpuFacts& gpu); // "NVIDIA GeForce RTX 5070 (12.0)"

}
