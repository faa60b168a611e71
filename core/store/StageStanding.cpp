// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/StageStanding.h"

#include <algorithm>

namespace torchmason {

static_assert(int(StageStanding::Skipped) == int(StageState::Skipped));

const StageResult* stageNamed(const QVector<StageResult>& stages, const QString& id)
{
    const auto found = std::find_if(
        stages.begin(), stages.end(), [&id](const StageResult& stage) { return stage.id == id; });
    return found == stages.end() ? nullptr : &*found;
}

// A stage that was being stopped when the runner died has not come to its end either.
StageStanding standingOf(StageState stage, AttemptState attempt)
{
    if (stage == StageState::Waiting && hasEnded(attempt))
        return StageStanding::NotReached;
    const bool isCutOff = stage == StageState::Running || stage == StageState::Stopped;
    return isCutOff && attempt == AttemptState::Interrupted ? StageStanding::Interrupted
                                                            : StageStanding(int(stage));
}

QString stageStateText(const StageResult& stage, const AttemptRecord& record)
{
    switch (standingOf(stage.state, record.state)) {
    case StageStanding::NotReached:
        return QStringLiteral("not reached");
    case StageStanding::Interrupted:
        return attemptStateId(AttemptState::Interrupted);
    default:
        return stageStateId(stage.state);
    }
}

QStringList cacheLines(const AttemptRecord& record)
{
    QStringList plain;
    QStringList named;
    for (const StageResult& stage : record.stages) {
        if (!stage.cache)
            continue;
        plain << cacheUseText(*stage.cache);
        named << QStringLiteral("%1: %2").arg(stageTitle(record, stage.id), plain.last());
    }
    plain.removeDuplicates();
    return plain.size() == 1 ? plain : named;
}

}
