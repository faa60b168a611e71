// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gate/Admission.h"
#include "core/store/AttemptLines.h"

namespace torchmason {

// What the memory gate says of a sample's running steps, and of those that wait. `begin`: monotonic
// milliseconds at which the attempt began.
void addGate(Sample& sample, const GateState& gate, qint64 begin);

}
