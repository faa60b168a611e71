// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/UserEdits.h"

#include <algorithm>

namespace torchmason {

void UserEdits::removeEnvironment(const QString& name)
{
    configuration.environment.removeIf([&](const EnvironmentValue& value) { return value.name == name; });
}

RequestWishes wishesOf(const UserEdits& edits)
{
    RequestWishes wishes;
    wishes.sourceFolder = edits.sourceFolder;
    wishes.buildFolder = edits.buildFolder;
    wishes.flags = edits.configuration.flags;
    wishes.environment = edits.configuration.environment;
    wishes.targets = edits.targets;
    wishes.jobs = edits.jobs;
    if (edits.withoutGate)
        wishes.gate = GateUse::Off;
    else
        wishes.memoryLimit = edits.memoryLimit;
    wishes.cache = edits.cache;
    wishes.cacheStorage = edits.cacheStorage;
    wishes.skippedStages = edits.skippedStages;
    return wishes;
}

QVector<EditConflict> conflictsOf(const UserEdits& edits, const Configuration& profile)
{
    QVector<EditConflict> conflicts;
    for (const FlagValue& flag : edits.configuration.flags) {
        const FlagValue* other = profile.flag(flag.name);
        if (other && other->value != flag.value)
            conflicts.append({ flag.name, flag.value, other->value });
    }
    for (const EnvironmentValue& value : edits.configuration.environment) {
        const auto other = std::find_if(profile.environment.begin(), profile.environment.end(),
            [&](const EnvironmentValue& candidate) { return candidate.name == value.name; });
        if (other != profile.environment.end() && other->value != value.value)
            conflicts.append(
                { value.name, value.value.value_or(QString()), other->value.value_or(QString()) });
    }
    return conflicts;
}

}
