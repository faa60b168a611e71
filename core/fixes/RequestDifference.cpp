// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestDifference.h"

#include "core/request/TreeBackend.h"

#include <QMap>

namespace torchmason {

namespace {

using Values = QMap<QString, QString>;

const QString beginning = QStringLiteral("Begins at");
const QString ending = QStringLiteral("Ends after");
const QString cleaning = QStringLiteral("Clean first");
const QString switchedOff = QStringLiteral("What CMake switched off");

Values flagsOf(const Configuration& configuration)
{
    Values values;
    for (const FlagValue& flag : configuration.flags)
        values.insert(flag.name, flag.value.isEmpty() ? QStringLiteral("empty") : flag.value);
    for (const QString& name : configuration.unsetFlags)
        values.insert(name, QStringLiteral("taken out of CMake's cache"));
    return values;
}

Values variablesOf(const Configuration& configuration)
{
    Values values;
    for (const EnvironmentValue& variable : configuration.environment) {
        const QString name = QStringLiteral("Environment ") + variable.name;
        const QString text = !variable.value ? QStringLiteral("taken out")
            : variable.inFront               ? QStringLiteral("%1 in front").arg(*variable.value)
                                             : *variable.value;
        values.insert(name, text);
    }
    return values;
}

void compare(const Values& before, const Values& after, QVector<RequestDifference>& differences)
{
    Values all = before;
    all.insert(after);
    for (auto entry = all.begin(); entry != all.end(); ++entry) {
        const RequestDifference difference { entry.key(), before.value(entry.key()),
            after.value(entry.key()) };
        if (difference.before != difference.after)
            differences.append(difference);
    }
}

QString gateText(const BuildRequest& request)
{
    switch (request.gate) {
    case GateUse::Off:
        return QStringLiteral("off");
    case GateUse::WhereFree:
        return request.gateLeftOut ? QStringLiteral("left out") : QStringLiteral("where it costs nothing");
    case GateUse::On:
        break;
    }
    return QStringLiteral("on");
}

QString cleanText(const BuildRequest& request)
{
    if (!request.clean)
        return QStringLiteral("nothing");
    if (request.cleanLevel == QLatin1String("cache"))
        return QStringLiteral("CMake's cache");
    if (request.cleanLevel == QLatin1String("stale"))
        return QStringLiteral("CMake's cache and what is stale");
    return QStringLiteral("the whole build folder");
}

QString patchesText(const BuildRequest& request)
{
    QStringList names;
    for (const SourcePatch& patch : request.patches)
        names << (patch.file.isEmpty() ? patch.why : patch.file + QStringLiteral(": ") + patch.why);
    return names.join(QStringLiteral("; "));
}

QString installText(const InstallTarget& install)
{
    if (!install.isWanted() || install.takesBack > 0)
        return {};
    return install.dependencies ? install.environment
                                : install.environment + QStringLiteral(" without what it requires");
}

QString textOf(const std::optional<int>& number)
{
    return number ? QString::number(*number) : QString();
}

Values othersOf(const BuildRequest& request)
{
    const auto joined = [](const QStringList& list) { return list.join(QLatin1Char(' ')); };
    return { { QStringLiteral("Release"), request.source.tag },
        { QStringLiteral("Source folder"), request.sourceFolder },
        { QStringLiteral("Build folder"), request.buildFolder },
        { QStringLiteral("Patches"), patchesText(request) },
        { QStringLiteral("Generator"), request.generator },
        { QStringLiteral("Visual Studio"), request.vcvars },
        { QStringLiteral("Python of the build"), request.python.base },
        { QStringLiteral("Python packages"), joined(request.python.packages) },
        { QStringLiteral("Folder of Python packages"), request.python.wheels },
        { QStringLiteral("Result"),
            wantsWheel(request.backend) ? QStringLiteral("a wheel") : QStringLiteral("libraries only") },
        { QStringLiteral("The wheel is installed into"), installText(request.install) },
        { QStringLiteral("Targets"), joined(request.targets) },
        { QStringLiteral("The number of jobs"), textOf(request.jobsAtOnce()) },
        { QStringLiteral("Memory limit"),
            request.memoryLimit ? formatBytes(*request.memoryLimit) : QString() },
        { QStringLiteral("The memory gate"), gateText(request) },
        { QStringLiteral("Stages left out"), joined(request.skippedStages) },
        { switchedOff,
            request.acceptConfiguration ? QStringLiteral("is accepted") : QStringLiteral("stops the build") },
        { cleaning, cleanText(request) },
        { ending, request.untilStage.isEmpty() ? QStringLiteral("the last stage") : request.untilStage },
        { beginning, request.fromStage.isEmpty() ? stageKindId(StageKind::Fetch) : request.fromStage } };
}

}

QVector<RequestDifference> requestDifferences(const BuildRequest& before, const BuildRequest& after)
{
    QVector<RequestDifference> differences;
    compare(flagsOf(before.configuration), flagsOf(after.configuration), differences);
    compare(variablesOf(before.configuration), variablesOf(after.configuration), differences);
    compare(othersOf(before), othersOf(after), differences);
    return differences;
}

bool isAboutBeginning(const RequestDifference& difference)
{
    return difference.name == beginning;
}

QString differenceText(const RequestDifference& difference)
{
    const QString& before = difference.before;
    const QString& after = difference.after;
    if (isAboutBeginning(difference))
        return QStringLiteral("begins at %1 instead of %2").arg(after, before);
    if (difference.name == ending)
        return QStringLiteral("ends after %1 instead of %2").arg(after, before);
    if (difference.name == cleaning)
        return QStringLiteral("cleans %1 first").arg(after);
    if (difference.name == switchedOff)
        return QStringLiteral("what CMake switched off %1").arg(after);
    const QString was
        = before.isEmpty() ? QStringLiteral("it is not set now") : QStringLiteral("it is %1 now").arg(before);
    if (after.isEmpty())
        return QStringLiteral("%1 is no longer set (%2)").arg(difference.name, was);
    return after.startsWith(QLatin1String("taken out"))
        ? QStringLiteral("%1 is %2 (%3)").arg(difference.name, after, was)
        : QStringLiteral("%1 becomes %2 (%3)").arg(difference.name, after, was);
}

}
