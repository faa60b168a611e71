// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/estimate/Estimate.h"

namespace torchmason {

// The four figures in the written form of `check --json`: times in milliseconds, sizes in bytes, null where
// nothing is known.
Json toJson(const BuildEstimate& estimate);

// The same as lines to read: figures, and below each its reason.
QString estimateReport(const BuildEstimate& estimate);

}
