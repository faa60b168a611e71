// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/StageCatalogue.h"

#include <algorithm>

namespace torchmason {

const StageFacts& stageFacts(StageKind kind)
{
    const auto found = std::find_if(std::begin(stageCatalogue), std::end(stageCatalogue),
        [kind](const StageFacts& facts) { return facts.kind == kind; });
    Q_ASSERT(found != std::end(stageCatalogue));
    return *found;
}

bool comesBefore(StageKind kind, StageKind other)
{
    return &stageFacts(kind) < &stageFacts(other);
}

QString stageKindId(StageKind kind)
{
    return QLatin1String(stageFacts(kind).id);
}

std::optional<StageKind> stageKindFromId(const QString& id)
{
    for (const StageFacts& facts : stageCatalogue) {
        if (id == QLatin1String(facts.id))
            return facts.kind;
    }
    return std::nullopt;
}

QStringList allStages()
{
    QStringList ids;
    for (const StageFacts& facts : stageCatalogue)
        ids << QLatin1String(facts.id);
    return ids;
}

QStringList optionalStages()
{
    QStringList ids;
    for (const StageFacts& facts : stageCatalogue) {
        if (facts.optional)
            ids << QLatin1String(facts.id);
    }
    return ids;
}

}
