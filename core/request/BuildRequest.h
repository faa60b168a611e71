// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"
#include "core/base/Units.h"
#include "core/request/Configuration.h"
#include "core/request/InstallTarget.h"
#include "core/request/PythonEnvironment.h"
#include "core/request/SourcePatch.h"
#include "core/request/SourceSpec.h"
#include "core/request/StageCatalogue.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// Whether compilers ask the runner for memory before they start, see core/gate.
enum class GateUse {
    Off,
    WhereFree, // unless objects that were compiled without it would all be compiled again
    On,
};

// What an attempt does about a finding of an earlier one.
struct FindingAnswer {
    int attempt = 0; // the one that had the finding
    QString rule;
    QString subject; // of the finding, where the fix is for that alone; else empty
    QString fix; // title of what was done, as the user read it
    bool takenBack = false; // by a later attempt

    bool operator==(const FindingAnswer&) const = default;
};

// Everything the runner needs to make one attempt. Written as request.json into the attempt's folder by
// the window or the command line; the runner is the only writer of all other files.
// A new member also goes into tests/support/Members.h, which does not compile without it.
struct BuildRequest {
    QString profileId;
    QString profileName;
    SourceSpec source;
    QVector<SourcePatch> patches; // made before configuring, in this order
    QString sourceFolder; // absolute
    QString buildFolder; // absolute
    QString generator = QStringLiteral("Ninja");
    // "cmake", "setup.py", "scikit-build-core", or "wheel": one of the last two, not known which yet
    QString backend = QStringLiteral("cmake");
    Configuration configuration;
    PythonEnvironment python; // settled by settlePython()
    InstallTarget install; // of the wheel
    QString vcvars; // vcvars64.bat of the Visual Studio that compiles; empty: the environment stays as it is
    QStringList targets; // empty: all
    std::optional<int> jobs;
    std::optional<int> jobsWithoutGate; // where the user chose no number and the gate is left out
    std::optional<Bytes> memoryLimit; // of the build's compilers together; kept by the gate
    GateUse gate = GateUse::Off;
    bool gateLeftOut = false; // it was wished for, and this attempt went without
    bool queue = false; // waits until no other attempt of this user builds
    bool keepAwake = true; // the machine does not go to sleep while it builds
    QString fromStage; // stage id, empty: the first
    QString untilStage; // stage id, empty: the last
    QStringList skippedStages;
    bool acceptConfiguration = false; // what CMake switched off by itself does not stop the build
    bool clean = false; // take something out of the build folder before configuring: `cleanLevel`
    QString cleanLevel; // "all" or empty, "stale", "cache"; "none": take the folder as it is, unchecked
    std::optional<int> continuesAttempt; // the attempt that this one retries or resumes
    QVector<FindingAnswer> answers; // along the attempts that it goes on with, the oldest first
    Json hostFacts; // facts document at the time of asking, null where not known

    // The flag CMAKE_INSTALL_PREFIX; empty: no install stage.
    QString installPrefix() const;
    // Whether the source is brought from elsewhere; else the tree that is there is built as it is.
    bool fetches() const;
    // Only generators with launchers have a gate: Ninja.
    bool hasGate() const;
    // As many compilers as run at once.
    std::optional<int> jobsAtOnce() const;
};

// The system that a request is for: of its facts, else as its folders are written, else this one.
Platform platformOf(const BuildRequest& request);

// Whether the stage lies between the stages where the request begins and ends, and is not left out. Where a
// wheel is installed, install and verify change places, which only the plan knows.
bool runsStage(const BuildRequest& request, StageKind kind);
// The same, also of a stage that is left out.
bool reachesStage(const BuildRequest& request, StageKind kind);
bool leavesOut(const BuildRequest& request, StageKind kind);
bool beginsAt(const BuildRequest& request, StageKind kind);
// Its wheel, if any, was packed by an earlier attempt.
bool beginsAfterPacking(const BuildRequest& request);
// For a change that takes effect from that stage on.
void startNoLaterThan(StageKind kind, BuildRequest& request);
// For another configuration than the one that failed or was accepted.
void configureAgain(BuildRequest& request);

QString gateUseId(GateUse use); // "off", "auto", "on"
std::optional<GateUse> gateUseFromId(const QString& id);

Json toJson(const BuildRequest& request);
Result<BuildRequest> buildRequestFromJson(const Json& document, const QString& where);

}
