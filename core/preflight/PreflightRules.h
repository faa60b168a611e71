// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/config/BuildChoice.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <functional>

namespace torchmason {

// Looks at one relation and adds a row where it does not hold.
using PreflightRule = void (*)(const BuildChoice& choice, QVector<CheckRow>& rows);
QVector<PreflightRule> preflightRules();

// Architectures.
void checkArchList(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkArchForGpu(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkArchForToolkit(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkArchForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
// The CUDA toolkit.
void checkNamedToolkit(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkToolkitForGpu(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkDriver(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkCudaForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
// Compilers.
void checkHostCompiler(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkLibcForCuda(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkStlForCuda(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkCompilerForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
// The release: Python and its packages, CMake, ninja, cuDNN, flags.
void checkPackagesForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkNinja(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkCudnnForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkCudnnForGpu(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkPythonForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkStandard(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkFlashAttention(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkGenerator(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkCMakeForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkNamesAndValues(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkFlagsForRelease(const BuildChoice& choice, QVector<CheckRow>& rows);
// Flags that contradict each other or the platform.
void checkRocm(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkDistributed(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkNamesSetTwice(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkInheritedOptions(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkLibuv(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkVariablesNotRead(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkVariablesThatRunCode(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkFlagsWithoutEffect(const BuildChoice& choice, QVector<CheckRow>& rows);
// Compiler caches and compiling on other machines.
void checkCaches(const BuildChoice& choice, QVector<CheckRow>& rows);
// Space and folders.
void checkMaxJobs(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkJobsForMemory(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkJobsForProcessors(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkMemoryLimit(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkHeaviestFile(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkWheel(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkPaths(const BuildChoice& choice, QVector<CheckRow>& rows);
// What is fetched.
void checkTag(const BuildChoice& choice, QVector<CheckRow>& rows);
// The profile itself.
void checkHistorical(const BuildChoice& choice, QVector<CheckRow>& rows);
void checkPatches(const BuildChoice& choice, QVector<CheckRow>& rows);

// Appends a row about something that is not as it must be. The reference holds until the next row comes.
CheckRow& addProblem(
    QVector<CheckRow>& rows, const char* id, CheckState state, const QString& title, const QString& found);

// Where a bound of the release is from: the tree where that says it, else `document`.
template <typename Value>
QString saidBy(const BuildChoice& choice, Value TorchRelease::*bound, const QString& document)
{
    return choice.tree && choice.tree->says.*bound != Value {} ? sourceText(*choice.tree) : document;
}

// Other programs that are here, where trying the chosen ones failed.
void proposeUntried(const BuildChoice& choice, CheckRow& row);

// Adds to each change that sets a flag or chooses a compiler the steps that take out variables that would win
// over it.
void takeOutVariablesOverFlags(const BuildChoice& choice, QVector<CheckRow>& rows);

// Changes that several rules offer: installing a CUDA release, fetching another release of PyTorch.
void proposeToolkit(const BuildChoice& choice, const QString& version, CheckRow& row);
void proposeRelease(const BuildChoice& choice, const QString& version, CheckRow& row);
// The newest that `fits`.
void proposeReleaseFor(
    const BuildChoice& choice, const std::function<bool(const TorchRelease&)>& fits, CheckRow& row);

}
