// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessRunner.h"
#include "core/stages/StagePlan.h"

namespace torchmason {

// Why a command ended its stage, in one sentence: a full disk, a Python that is gone, the last words of a
// step of ours, else how it ended.
QString failureSentence(const BuildRequest& request, const Stage& stage, const Command& command,
    const ProcessEnd& processEnd, const QString& logFile);

}
