// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/StageSchedule.h"

#include <algorithm>

namespace torchmason {

namespace {

bool letsOthersPass(const QString& id, const QVector<StageResult>& results)
{
    return std::all_of(results.begin(), results.end(), [&id](const StageResult& result) {
        return result.id != id || result.state == StageState::Succeeded
            || result.state == StageState::Skipped;
    });
}

}

QVector<int> stagesToStart(const StagePlan& plan, const QVector<StageResult>& results)
{
    QVector<int> ready;
    for (int index = 0; index < plan.stages.size(); ++index) {
        const QStringList& after = plan.stages[index].after;
        const bool waits = results[index].state == StageState::Waiting;
        if (waits && std::all_of(after.begin(), after.end(), [&](const QString& id) {
                return letsOthersPass(id, results);
            }))
            ready << index;
    }
    return ready;
}

AttemptState stateOf(const QVector<StageResult>& results, bool stopped)
{
    const auto has = [&results](StageState state) {
        return std::any_of(
            results.begin(), results.end(), [state](const StageResult& r) { return r.state == state; });
    };
    if (has(StageState::Failed))
        return AttemptState::Failed;
    const bool unfinished = has(StageState::Stopped) || has(StageState::Waiting) || has(StageState::Running);
    if (!unfinished)
        return AttemptState::Succeeded;
    return stopped ? AttemptState::Stopped : AttemptState::Failed;
}

}
