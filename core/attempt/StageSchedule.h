// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QVector>

namespace torchmason {

// Which stages can start now: waiting ones whose predecessors ended well or are skipped. A
// predecessor that the plan does not have counts as skipped.
QVector<int> stagesToStart(const StagePlan& plan, const QVector<StageResult>& results);

// What the attempt came to when nothing runs any more.
AttemptState stateOf(const QVector<StageResult>& results, bool stopped);

}
