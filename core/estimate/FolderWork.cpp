// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/FolderWork.h"

#include "core/buildfolder/CleanAdvice.h"
#include "core/request/StageCatalogue.h"

#include <algorithm>

namespace torchmason {

static bool hasBegun(const AttemptRecord& record, StageKind kind)
{
    return std::any_of(record.stages.begin(), record.stages.end(),
        [kind](const StageResult& stage) { return stage.id == stageKindId(kind) && stage.hasBegun(); });
}

qint64 FolderWork::take(const AttemptRecord& record)
{
    qint64& steps = m_steps[record.request.buildFolder];
    if (cleanLevelOf(record.request) == CleanLevel::All && hasBegun(record, StageKind::Clean))
        steps = 0;
    const qint64 before = steps;
    if (hasBegun(record, StageKind::Compile))
        steps = std::max({ steps, record.edgesTotal.value_or(1), record.edgesDone.value_or(1) });
    return before;
}

bool FolderWork::isPart(qint64 steps, qint64 before)
{
    constexpr double wholeShare = 0.9;
    return double(steps) < wholeShare * double(before);
}

}
