// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/StageInputs.h"
#include "core/findings/Finding.h"
#include "core/fixes/RequestDifference.h"

#include <functional>

namespace torchmason {

// An attempt made once more with changes.
struct FixedAttempt {
    Repetition again; // as it was, see onceMore()
    BuildRequest request; // with the changes
    QVector<RequestDifference> differences; // between the two
};

// The record of an attempt by its number, for what is taken back.
using EarlierAttempt = std::function<Result<AttemptRecord>(int number)>;

// The attempt once more, with the machine as it is now. It still says that the gate was left out, where it
// was: fixes act on what happened.
Repetition onceMore(const AttemptRecord& record, const HostFacts& facts);

// The answer that an attempt would take back: the last one that is not taken back yet; nullptr: none.
const FindingAnswer* standingAnswer(const BuildRequest& request);

// Applies the fixes in their order, cleans what they make stale, and notes what they answer. An error is one
// sentence: what of it cannot be done. Reads the build folder.
Result<FixedAttempt> prepareFixed(const AttemptRecord& record, const QVector<Fix>& fixes,
    const HostFacts& facts, const EarlierAttempt& earlier);

}
