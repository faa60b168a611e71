// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

namespace torchmason {

// The small steps of a stage plan that are no program of their own: `torchmason-runner MODE --NAME VALUE...`.
// Prints what it does in lines on standard output, the reason of a failure on standard error, and answers
// the exit code: 0 good, 1 the thing failed, 2 wrong use. nullopt where `arguments` (without the program's
// name) begin with no helper mode. Needs a QCoreApplication.
std::optional<int> runHelperMode(const QStringList& arguments);

}
