// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/buildfolder/BuildFolderState.h"
#include "core/detect/HostFacts.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/Finding.h"
#include "core/request/Configuration.h"

#include <QVector>

#include <functional>
#include <optional>

namespace torchmason {

// How the machine's memory stood in the minute before something was printed.
struct MemoryMoment {
    Bytes total = 0;
    Bytes leastAvailable = 0;
};

// What decides about findings that a log alone leaves open. Unknown is nullopt or empty.
struct DecidingFacts {
    QString cudaVersion; // of the nvcc that ran: "11.5"
    std::optional<bool> distributed; // as CMake configured it
    std::optional<bool> distributedAsked; // as the flags of this build ask for it
    bool isPlanted = false; // by the tour
    bool configuredAnew = false; // without a cache of an earlier run
    std::optional<bool> backend; // whether distributed has Gloo, NCCL or MPI
    QStringList distributedOutputs; // of an earlier build with it, in a folder that has it off
    std::optional<Bytes> memory;
    std::optional<int> cores;
    std::function<std::optional<MemoryMoment>(const Finding&)> memoryAt; // empty: no samples
};

// The log knows best which nvcc ran; what it does not tell is taken from the machine.
DecidingFacts decidingFacts(const LogFacts& log, const HostFacts* host);
void addConfiguration(DecidingFacts& facts, const Configuration& asked);
// For what the log does not say: a variable of the project may hide what the cache holds, and the folder may
// have been configured again since.
void addBuildFolder(DecidingFacts& facts, const BuildFolderState& state);

// Where facts decide between the reasons of a message, the explanation says so and the fix that fits comes
// first. Where they do not, the reasons stand in `candidates`, each with what would tell.
void decideFindings(QVector<Finding>& findings, const DecidingFacts& facts);

// Whether what lies in the build folder decides about it: reading that takes a moment.
bool asksBuildFolder(const Finding& finding);

}
