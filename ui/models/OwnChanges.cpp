// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/OwnChanges.h"

#include "core/base/Platform.h"

#include <algorithm>

namespace torchmason {

namespace {

bool isOfTour(const FlagValue& flag)
{
    return flag.origin == ValueOrigin::Tour;
}

// The tour plants a mistake and cleans for it.
bool setsTour(const Configuration& edits, const RequestDifference& change)
{
    const FlagValue* flag = edits.flag(change.name);
    return (flag && isOfTour(*flag)) || change.name == QLatin1String("Clean first");
}

// What follows from an environment of its own, and nobody has asked for.
bool followsFromEnvironment(
    const RequestWishes& edits, const BuildRequest& after, const RequestDifference& change)
{
    // One that packages need: their row says it; the field stands as the profile says.
    if (change.name == QLatin1String("Python environment of its own"))
        return !edits.venv;
    const QString interpreter = after.python.interpreter(hostPlatform());
    return (change.after == interpreter || change.after == after.python.base) && !change.after.isEmpty()
        && !edits.programs.contains(QStringLiteral("python")) && !edits.configuration.flag(change.name);
}

}

QVector<RequestDifference> ownChanges(
    const RequestWishes& edits, const BuildRequest& plain, const BuildRequest& after)
{
    const QVector<FlagValue>& flags = edits.configuration.flags;
    const bool isTour = std::any_of(flags.begin(), flags.end(), isOfTour);
    QVector<RequestDifference> changes = requestDifferences(plain, after);
    changes.removeIf([&](const RequestDifference& change) {
        return (isTour && setsTour(edits.configuration, change))
            || followsFromEnvironment(edits, after, change);
    });
    return changes;
}

int ownFlags(const Configuration& edits)
{
    const auto ofTour = std::count_if(edits.flags.begin(), edits.flags.end(), isOfTour);
    return int(edits.flags.size() + edits.environment.size() + edits.unsetFlags.size() - ofTour);
}

}
