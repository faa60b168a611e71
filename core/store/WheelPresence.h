// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// What lies where an attempt has put its wheel. Builds of one source tree pack into one folder, and nearly
// always under one name.
struct WheelPresence {
    enum class State { There, Gone, Another };
    State state = State::There;
    int packedBy = 0; // Another: the attempt that has packed what is there now; 0: none is known
};

// A wheel may have gigabytes. One of a size that no attempt has packed is not read. Quick: it is read only
// where it was written after the attempt had ended, or to tell who has packed what is there. Whole: it is
// read.
enum class WheelLook { Quick, Whole };

// `record` has this wheel; `store` is where the attempt lies.
WheelPresence lookAtWheel(
    const WheelRecord& wheel, const AttemptRecord& record, WheelLook look, const AttemptStore& store);
// A sentence that says what can be done; empty: it is there. `number` is the attempt whose wheel it was.
QString missingWheelText(const WheelRecord& wheel, int number, const WheelPresence& presence);

}
