// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagChecks.h"

#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"

#include <algorithm>

namespace torchmason {

namespace {

bool isChanged(const QString& name, const QVector<Change>& changes)
{
    const auto is = [&name](const ChangeStep& step) { return step.name == name; };
    return std::any_of(changes.begin(), changes.end(),
        [&](const Change& change) { return std::any_of(change.steps.begin(), change.steps.end(), is); });
}

// Of the values that were looked at, those that are set; where a change sets some of them, these alone.
QStringList flagsOf(const CheckRow& row, const Configuration& configuration)
{
    QStringList names;
    QStringList changed;
    for (const CheckValue& value : row.values) {
        if (!configuration.flag(value.name) && !configuration.variable(value.name))
            continue;
        names << value.name;
        if (isChanged(value.name, row.changes + row.proposed))
            changed << value.name;
    }
    return changed.isEmpty() ? names : changed;
}

}

QVector<FlagCheck> failedFlagChecks(const BuildDraft& draft)
{
    QVector<FlagCheck> checks;
    if (!draft.machine().isComplete())
        return checks;
    for (const CheckRow& row : failedRows(draft.problems())) {
        const QStringList names = flagsOf(row, draft.configuration());
        if (!names.isEmpty())
            checks.append({ row, names });
    }
    return checks;
}

}
