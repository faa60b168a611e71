// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/config/RequestWishes.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <QString>
#include <QVector>

namespace torchmason {

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

}
