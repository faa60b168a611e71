// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// Whether an attempt that ended well was to pack a wheel of everything and packed none.
bool lacksWheel(const AttemptRecord& record);
// Why a plan leaves the wheel out, the end of a sentence; empty: it does not, or gives no reason.
QString whyWithoutWheel(const StagePlan& plan);

}
