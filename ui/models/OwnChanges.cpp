// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/OwnChanges.h"

#include "core/base/Platform.h"

#include <algorithm>

namespace torchmason {

namespace {

// The mistake of a tour that is over is a value as any other.
int flagsOfTour(const Configuration& edits, const TakenValues& taken)
{
    return int(std::count_if(edits.flags.begin(), edits.flags.end(), [&taken](const FlagValue& flag) {
        return flag.origin == ValueOrigin::Tour && !taken.values.flags.contains(flag);
    }));
}

// The tour plants a mistake and cleans for it.
bool setsTour(const Configuration& edits, const RequestDifference& change)
{
    const FlagValue* flag = edits.flag(change.name);
    return (flag && flag->origin == ValueOrigin::Tour) || change.name == QLatin1String("Clean first");
}

// What follows from an environment of its own, and nobody has asked for.
bool followsFromEnvironment(
    const RequestWishes& edits, const BuildRequest& after, const RequestDifference& change)
{
    // One that packages need: their row says it; the field stands as the profile says.
    if (change.name == QLatin1String("Separate environment"))
        return !edits.venv;
    const QString interpreter = after.python.interpreter(hostPlatform());
    return (change.after == interpreter || change.after == after.python.base) && !change.after.isEmpty()
        && !edits.programs.contains(QStringLiteral("python")) && !edits.configuration.flag(change.name);
}

// A build folder that nobody chose lies in the source folder where a wheel is made.
bool followsFromSource(const RequestWishes& edits, const RequestDifference& change)
{
    return change.name == QLatin1String("Build folder") && edits.buildFolder.isEmpty();
}

}

bool isTaken(const TakenValues& taken, const Configuration& edits, const RequestDifference& change)
{
    if (const FlagValue* flag = edits.flag(change.name))
        return taken.values.flags.contains(*flag);
    const EnvironmentValue* variable = edits.variable(change.name.section(u' ', -1)); // "Environment NAME"
    return variable && taken.values.environment.contains(*variable);
}

QVector<RequestDifference> ownChanges(const RequestWishes& edits, const TakenValues& taken,
    const BuildRequest& plain, const BuildRequest& after)
{
    const bool isTour = flagsOfTour(edits.configuration, taken) > 0;
    QVector<RequestDifference> changes = requestDifferences(plain, after);
    changes.removeIf([&](const RequestDifference& change) {
        return (isTour && setsTour(edits.configuration, change)) || followsFromSource(edits, change)
            || followsFromEnvironment(edits, after, change);
    });
    return changes;
}

int ownFlags(const Configuration& edits, const TakenValues& taken)
{
    return int(edits.flags.size() + edits.environment.size() + edits.unsetFlags.size())
        - flagsOfTour(edits, taken);
}

}
