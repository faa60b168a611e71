// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Lineage.h"

namespace torchmason {

// What an attempt is in its thread: "applied: Jobs 18 -> 12; helped", "continues 3". Empty where it begins
// one.
QString stepWords(const LineageStep& step);
// The same as a screen reader says it: "attempt 4, continues attempt 3, applied: Jobs 18 -> 12, helped".
QString stepSentence(const LineageStep& step);

}
