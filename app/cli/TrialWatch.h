// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trial/TrialPlan.h"

namespace torchmason::cli {

class Console;

// Tries everything and waits; tells on a terminal what is still being tried. Ctrl-C stops it, and what was
// answered until then is the result. Fails where nothing could be tried at all.
Result<QVector<TrialFacts>> tryOut(const TrialQuestion& question, Console& console);

bool anyFailed(const QVector<TrialFacts>& trials);

}
