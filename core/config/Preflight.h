// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/BuildRequest.h"
#include "core/config/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"

#include <QMap>
#include <QVector>

namespace torchmason {

// The machine against what the profile needs: one row per prerequisite, whatever its state, in the
// order in which people read them.
QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile);
// With what the user changed: the flags of the request count instead of the profile's.
QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

// The same without a profile: what is there.
QVector<CheckRow> describeMachine(const HostFacts& facts);

// Machine, profile and the edited configuration against each other, before anything runs; problems only,
// worst first.
QVector<CheckRow> preflight(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

// What a user chose on top of a profile. Empty members mean "as the profile says".
struct RequestWishes {
    QString sourceFolder;
    QString buildFolder;
    QVector<FlagValue> flags; // origin User
    QStringList unsetFlags; // of the profile's, and out of CMake's cache
    QString tag; // of the repository, in place of the profile's
    QMap<QString, QString> programs; // "nvcc", "cxx", "python"... -> path, taken instead of what is found
    QVector<EnvironmentValue> environment;
    QStringList targets;
    std::optional<int> jobs;
    std::optional<Bytes> memoryLimit; // kept by the gate
    std::optional<GateUse> gate; // else where it costs nothing
    QString cache; // see core/config/CacheWish.h
    QString cacheStorage;
    QString backend; // "cmake" or "wheel"
    std::optional<bool> venv; // a virtual environment of the build's own
    QStringList packages; // "numpy==1.21.6", over the profile's
    QString wheels; // folder that pip takes packages from
    InstallTarget install; // where the packed wheel goes
    QString fromStage;
    QString untilStage;
    QStringList skippedStages;
};

// A request as far as it can be made, and what stands in its way. Where a tool is missing, its usual place
// stands in the flags, so that the rest can still be shown and checked.
struct RequestProblem {
    QString row; // id of the machine's row that says the same in its own words; may be empty
    QString sentence;
    bool isAssumed = false; // a usual place stands in its stead: a plan can be made, no build
};
// What is not known of the machine, and is taken to be where it usually is.
struct RequestAssumption {
    QString name; // of the placeholder: "cuda", "python"
    QString sentence;
};
struct RequestDraft {
    BuildRequest request;
    QVector<RequestProblem> problems; // empty: the request can be run
    QVector<RequestAssumption> assumptions = {};

    // The request, to be shown or handed on, also where this machine lacks what a build needs.
    Result<BuildRequest> plannable() const;
};
RequestDraft draftRequest(const Profile& profile, const HostFacts& facts, const RequestWishes& wishes);

// Turns profile + facts + wishes into what the runner gets: placeholders such as ${cuda}, ${python},
// ${build} and ${source} filled in, folders absolute, jobs computed.
Result<BuildRequest> makeRequest(const Profile& profile, const HostFacts& facts, const RequestWishes& wishes);

// Jobs for this machine with the reason: "6 jobs: 2 GB of RAM each, 14.2 GB are available".
struct JobAdvice {
    int jobs = 1;
    QString reason;
};
JobAdvice adviseJobs(const HostFacts& facts, const Configuration& configuration);
// The same where the memory gate holds back what does not fit: "8 jobs: one for each of 8 logical
// processors".
JobAdvice adviseGatedJobs(const HostFacts& facts);

}
