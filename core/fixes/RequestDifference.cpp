// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestDifference.h"

#include "core/base/Core.h"
#include "core/buildfolder/CleanAdvice.h"
#include "core/request/TreeBackend.h"

#include <algorithm>

namespace torchmason {

namespace {

using Values = QMap<QString, QString>;

const QString beginning = QStringLiteral("Begins at");
const QString ending = QStringLiteral("Ends after");
const QString cleaning = QStringLiteral("Clean first");
const QString switchedOff = QStringLiteral("Parts that CMake switched off");
const QString environmentPrefix = QStringLiteral("Environment ");
const char jobsName[] = QT_TRANSLATE_NOOP("Core", "Number of jobs");

Values flagsOf(const Configuration& configuration)
{
    Values values;
    for (const FlagValue& flag : configuration.flags)
        values.insert(flag.name, flag.value.isEmpty() ? Core::tr("empty") : flag.value);
    for (const QString& name : configuration.unsetFlags)
        values.insert(name, Core::tr("removed from CMake's cache"));
    return values;
}

Values variablesOf(const Configuration& configuration)
{
    Values values;
    for (const EnvironmentValue& variable : configuration.environment) {
        const QString name = environmentPrefix + variable.name;
        const QString text = !variable.value ? Core::tr("removed")
            : variable.inFront               ? Core::tr("%1 in front").arg(*variable.value)
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
        return Core::tr("off");
    case GateUse::WhereFree:
        return request.gateLeftOut ? Core::tr("left out")
                                   : Core::tr("on, unless it would compile everything again");
    case GateUse::On:
        break;
    }
    return Core::tr("on");
}

QString installText(const InstallTarget& install)
{
    if (!install.isWanted() || install.takesBack > 0)
        return {};
    return install.dependencies ? install.environment
                                : Core::tr("%1 without what it requires").arg(install.environment);
}

QString textOf(const std::optional<int>& number)
{
    return number ? QString::number(*number) : QString();
}

}

QMap<QString, QString> requestValues(const BuildRequest& request)
{
    const auto joined = [](const QStringList& list) { return list.join(QLatin1Char(' ')); };
    const QString& tag = request.source.tag;
    const bool isDebian = request.source.kind == SourceKind::DebianSource;
    return { { QLatin1String(QT_TRANSLATE_NOOP("Core", "Git tag")), isDebian ? QString() : tag },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Debian suite")), isDebian ? tag : QString() },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Source folder")), request.sourceFolder },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Build folder")), request.buildFolder },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Patches")), patchesText(request.patches) },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Generator")), request.generator },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Visual Studio")), request.vcvars },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Python of the build")), request.python.base },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Separate environment")),
            request.python.isWanted() ? Core::tr("yes") : QString() },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Python packages")), joined(request.python.packages) },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Folder of Python packages")), request.python.wheels },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Result")),
            wantsWheel(request.backend) ? Core::tr("a wheel") : Core::tr("libraries only") },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Wheel installed into")), installText(request.install) },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Targets")), joined(request.targets) },
        { QLatin1String(jobsName), textOf(request.jobsAtOnce()) },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Memory limit")),
            request.memoryLimit ? formatBytes(*request.memoryLimit) : QString() },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Memory gate")), gateText(request) },
        { QLatin1String(QT_TRANSLATE_NOOP("Core", "Skipped stages")), joined(request.skippedStages) },
        { switchedOff,
            request.acceptConfiguration ? Core::tr("the build goes on") : Core::tr("the build stops") },
        { cleaning, cleanLevelName(cleanLevelOf(request)) },
        { ending, request.untilStage.isEmpty() ? Core::tr("the last stage") : request.untilStage },
        { beginning, request.fromStage.isEmpty() ? stageKindId(StageKind::Fetch) : request.fromStage } };
}

QString shownName(const RequestDifference& difference)
{
    const QString& name = difference.name;
    return name.startsWith(environmentPrefix)
        ? Core::tr("Environment %1").arg(name.mid(environmentPrefix.size()))
        : Core::tr(name.toUtf8().constData()); // flags stay
}

QVector<RequestDifference> requestDifferences(const BuildRequest& before, const BuildRequest& after)
{
    QVector<RequestDifference> differences;
    compare(flagsOf(before.configuration), flagsOf(after.configuration), differences);
    compare(variablesOf(before.configuration), variablesOf(after.configuration), differences);
    compare(requestValues(before), requestValues(after), differences);
    const auto jobs = std::find_if(differences.begin(), differences.end(),
        [](const RequestDifference& difference) { return difference.name == QLatin1String(jobsName); });
    if (jobs != differences.end()) { // the variable says the same once more
        differences.removeIf([now = jobs->after](const RequestDifference& difference) {
            return difference.name == environmentPrefix + QStringLiteral("MAX_JOBS")
                && difference.after == now;
        });
    }
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
        return Core::tr("it begins at %1 instead of %2").arg(after, before);
    if (difference.name == ending)
        return Core::tr("it ends after %1 instead of %2").arg(after, before);
    if (difference.name == cleaning)
        return Core::tr("it cleans %1 first").arg(after);
    if (difference.name == switchedOff)
        return after == Core::tr("the build goes on")
            ? Core::tr("it goes on without parts that CMake switches off")
            : Core::tr("it stops where CMake switches parts off");
    const QString name = shownName(difference);
    const QString was
        = before.isEmpty() ? Core::tr("it is not set now") : Core::tr("it is %1 now").arg(before);
    if (after.isEmpty())
        return Core::tr("%1 is no longer set (%2)").arg(name, was);
    return after == Core::tr("removed") || after == Core::tr("removed from CMake's cache")
        ? Core::tr("%1 is %2 (%3)").arg(name, after, was)
        : Core::tr("%1 becomes %2 (%3)").arg(name, after, was);
}

}
