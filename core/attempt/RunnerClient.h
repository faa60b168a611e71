// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/store/AttemptStore.h"

#include <QString>

namespace torchmason {

// Starts torchmason-runner detached for a new attempt. The runner survives the caller. Fails with a
// sentence where the program is missing or the folder cannot be made.
Result<ReservedAttempt> startAttempt(const BuildRequest& request, const AttemptStore& store);

// Sends one command over the runner's local socket and waits for the answer (at most `timeout`).
// Commands: {"command":"stop"}, {"command":"status"}. Fails where the runner is gone. The answer to a stop
// that went by a signal has "standsStill": true where the runner does not answer.
Result<Json> askRunner(const AttemptRecord& record, const Json& command, Milliseconds timeout);

// A request that repeats or resumes an attempt: same configuration, beginning at the stage that did not
// end well. Where no stage says so, or fetching failed, it begins where the attempt did.
BuildRequest requestToContinue(const AttemptRecord& record);

}
