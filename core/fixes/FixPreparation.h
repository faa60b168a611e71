// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/Repetition.h"
#include "core/findings/Finding.h"
#include "core/fixes/RequestDifference.h"

#include <functional>

namespace torchmason {

// An attempt made once more with changes.
struct FixedAttempt {
    Repetition again; // as it was, with the machine as it is now
    BuildRequest request; // with the changes
    QVector<RequestDifference> differences; // between the two
};

// The record of an attempt by its number, for what is taken back.
using EarlierAttempt = std::function<Result<AttemptRecord>(int number)>;

// Applies the fixes in their order, cleans what they make stale, and notes what they answer. An error is one
// sentence: what of it cannot be done. Reads the build folder.
Result<FixedAttempt> prepareFixed(const AttemptRecord& record, const QVector<Fix>& fixes,
    const HostFacts& facts, const EarlierAttempt& earlier);

}
