// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

class BuildDraft;

// What is set among the things that are folded away, in words: "Environment of its own with numpy 1.26.4; tag
// v2.14.0". Where nothing is, what there would be to set.
QString moreSummary(const BuildDraft& draft);

}
