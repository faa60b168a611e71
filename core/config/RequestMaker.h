// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// All that a user wants on top of a profile, in the window and on the command line. Empty members mean "as
// the profile says". It does not know the profile, so that it survives a change of profile and is laid over
// the next one. A new member also goes into tests/support/Members.h, which does not compile without it.
struct RequestWishes {
    Configuration configuration; // origins are User, Fix or Tour; `unsetFlags` also leave CMake's cache
    QString sourceFolder;
    QString buildFolder;
    QString tag; // of the repository, in place of the profile's
    QVector<SourcePatch> patches; // after the profile's
    QMap<QString, QString> programs; // "nvcc", "cxx", "python"... -> path, taken instead of what is found
    QStringList targets;
    std::optional<int> jobs;
    std::optional<Bytes> memoryLimit; // kept by the gate
    std::optional<GateUse> gate; // else where it costs nothing
    QString cache; // of compilers, see core/config/CacheWish.h
    QString cacheStorage; // the address of one that several machines share
    QString backend; // "cmake" or "wheel"
    std::optional<bool> venv; // a virtual environment of the build's own
    QStringList packages; // "numpy==1.21.6", over the profile's
    QString wheels; // folder that pip takes packages from
    InstallTarget install; // where the packed wheel goes
    QString fromStage;
    QString untilStage;
    QStringList skippedStages;

    bool operator==(const RequestWishes&) const = default;
    bool isEmpty() const { return *this == RequestWishes(); }
};

// Where a source and its build lie that nobody gives a folder; empty for a tree that is there already.
QString ownSourceFolder(const Profile& profile, const HostFacts& facts);
// `backend` as in BuildRequest.
QString ownBuildFolder(
    const Profile& profile, const HostFacts& facts, const QString& sourceFolder, const QString& backend);

// `above` laid over `below`: what it says counts, the rest stays.
RequestWishes laidOver(RequestWishes below, const RequestWishes& above);

// One step of a change, done to what the user wants: values of the origin User. What is chosen among the
// machine's programs, and what the user installs by hand, are facts and no wishes: such steps do nothing.
void applyStep(const ChangeStep& step, RequestWishes& wishes);

// A request as far as it can be made, and what stands in its way. Where a tool is missing, its usual place
// stands in the flags, so that the rest can still be shown and checked.
struct RequestProblem {
    QString row; // id of the machine's row that says the same in its own words; may be empty
    QString sentence;
    BuildField field = BuildField::None; // that takes what is missing
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

}
