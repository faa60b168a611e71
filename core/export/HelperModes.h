// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/HelperSteps.h"

#include <optional>

namespace torchmason {

// The small steps of a stage plan that are no program of their own: `torchmason-runner MODE --NAME VALUE...`.
// Prints what it does in lines on standard output, the reason of a failure on standard error, and answers
// the exit code: 0 good, 1 the thing failed, 2 wrong usage. nullopt where `arguments` (without the program's
// name) begin with no helper mode. Needs a QCoreApplication.
std::optional<int> runHelperMode(const QStringList& arguments);

// Why this is no call of a helper mode, the end of a sentence; empty: it is one.
QString problemWith(const HelperStep& step);

// All of them by name.
QStringList helperModes();

}
