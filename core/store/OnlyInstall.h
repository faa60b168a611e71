// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// Whether it was to install a wheel, or to take that back, and to build nothing.
bool installsOnly(const AttemptRecord& record);

}
