// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// One step of a change, done to the request of an attempt: values of the origin Fix, and the attempt begins
// early enough for it to act. What is so already is left alone and is no error. An error is one sentence:
// what the user has to install, or what this request cannot take.
Result<void> applyStep(const ChangeStep& step, BuildRequest& request);

// Sets one variable. MAX_JOBS is how PyTorch is told the number of jobs, so it counts as that, too.
void putVariable(BuildRequest& request, const EnvironmentValue& variable);

// "set-flag", "choose"... with "name" and "value", as stepKindId() writes them.
Json toJson(const ChangeStep& step);
Result<ChangeStep> changeStepFromJson(const Json& document, const QString& where);

}
