// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

#include <QString>

namespace torchmason {

// The commands of a stage for reading and copying, one below the other.
QString stageCommandsText(const Stage& stage, Platform platform);
// The variables that the processes of the stage get beside ours, "NAME=value" on a line, each once.
QString stageEnvironmentText(const Stage& stage);
// "3 commands", "skipped: the source tree is already there".
QString stageSummary(const Stage& stage);

}
