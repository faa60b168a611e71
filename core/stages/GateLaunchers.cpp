// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GateLaunchers.h"

#include "core/base/Core.h"
#include "core/base/ProgramStart.h"
#include "core/base/TextDecoding.h"
#include "core/config/OptionValue.h"
#include "core/detect/HostFacts.h"
#include "core/knowledge/TreeFacts.h"
#include "core/knowledge/VersionText.h"
#include "core/process/ChildEnvironment.h"
#include "core/request/InheritedVariable.h"

#include <QFileInfo>
#include <QHash>
#include <QMutex>
#include <QProcess>

#include <algorithm>
#include <utility>

namespace torchmason {

bool takesOwnCcache(const BuildRequest& request, Platform platform)
{
    const FlagValue* wish = request.configuration.flag(QStringLiteral("USE_CCACHE"));
    return platform == Platform::Linux && request.source.kind != SourceKind::Sample
        && (!wish || isCMakeTrue(wish->value));
}

QString ccachePrefix(const BuildRequest& request, Platform platform)
{
    const QString name = QStringLiteral("CCACHE_PREFIX");
    if (request.configuration.variable(name))
        return request.configuration.variableValue(name);
    return platform == hostPlatform() ? qEnvironmentVariable("CCACHE_PREFIX") : QString();
}

CompilerCache compilerCache(const BuildRequest& request, const Configuration& taken, Platform platform)
{
    CompilerCache cache;
    if (request.generator.startsWith(QLatin1String("Visual Studio"))) // it knows no launchers
        return cache;
    QStringList warnings;
    const StageContext context { request, platform, warnings, taken };
    for (const char* language : { "C", "CXX", "CUDA" }) {
        for (const QString& launcher :
            compilerLauncher(context, QLatin1String(language)).split(QLatin1Char(';'))) {
            const QString name = launcherName(launcher);
            if (name == QLatin1String("ccache"))
                cache.ccache = launcher;
            else if (name == QLatin1String("sccache"))
                cache.sccache = launcher;
            else if (name == QLatin1String("distcc"))
                cache.distcc = true;
        }
    }
    for (const QString& prefix : ccachePrefix(request, platform).split(QLatin1Char(' ')))
        cache.distcc
            = cache.distcc || (!cache.ccache.isEmpty() && launcherName(prefix) == QLatin1String("distcc"));
    return cache;
}

namespace {

constexpr int leastWaiting = 4;
constexpr qint64 headOfNinjaLog = 20; // "# ninja log v5"

bool isCcache(const QString& launcher)
{
    return launcherName(launcher) == QLatin1String("ccache");
}

// CCACHE_PREFIX is taken apart at spaces.
bool callsGate(const QString& launcher, Platform platform)
{
    return isCcache(launcher) && !gateProgram(platform).contains(QLatin1Char(' '));
}

// The ccache that PyTorch would take by itself; a launcher of ours takes its place there.
QString ownCcache(const StageContext& context)
{
    if (!takesOwnCcache(context.request, context.platform))
        return {};
    const QString ccache = toolProgram(context, QStringLiteral("ccache"));
    return isAbsoluteOn(context.platform, ccache) ? ccache : QString();
}

// CCACHE_PREFIX takes the place of what ccache.conf says, so that is asked for, too.
QString askForPrefix(const QProcessEnvironment& environment, const QString& ccache)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    const QStringList question { QStringLiteral("--get-config"), QStringLiteral("prefix_command") };
    if (!startProgram(process, ccache, question) || !process.waitForFinished(10'000)
        || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return {};
    return decodeToolText(process.readAllStandardOutput()).trimmed();
}

// A thread that must not wait for ccache gets what it said last.
QString prefixInSettings(const BuildRequest& request, const QString& ccache)
{
    constexpr qsizetype mostKept = 64;
    static QMutex mutex;
    static QHash<QString, QString> known;
    const QProcessEnvironment environment
        = childEnvironment(QProcessEnvironment::systemEnvironment(), request.configuration.environment);
    const QString question = ccache + u'\n' + environment.toStringList().join(u'\n');
    if (KnownAnswersOnly::isHere()) {
        const QMutexLocker lock(&mutex);
        return known.value(question);
    }
    const QString prefix = askForPrefix(environment, ccache);
    const QMutexLocker lock(&mutex);
    if (known.size() >= mostKept)
        known.clear();
    known.insert(question, prefix);
    return prefix;
}

// What else ccache starts its compilers with: distcc.
QString prefixOf(const StageContext& context, const QString& ccache)
{
    QString prefix = ccachePrefix(context.request, context.platform);
    if (prefix.isEmpty() && context.platform == hostPlatform())
        prefix = prefixInSettings(context.request, ccache);
    return prefix.isEmpty() ? prefix : QLatin1Char(' ') + prefix;
}

}

QString compilerLauncher(const StageContext& context, const QString& language)
{
    return context.taken.flagValue(
        QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(language), ownCcache(context));
}

QString reasonAgainstGate(const BuildRequest& request, const StagePlan& plan)
{
    const auto runs = [&plan](StageKind kind) {
        return std::any_of(plan.stages.begin(), plan.stages.end(),
            [kind](const Stage& stage) { return stage.kind == kind && !stage.skipped; });
    };
    if (runs(StageKind::Clean) || !runs(StageKind::Compile) || namesGate(request.buildFolder))
        return {};
    if (!runs(StageKind::Configure))
        return QStringLiteral("This build folder was configured without the memory gate, so it is compiled "
                              "without it; begin at \"configure\" to use the gate.");
    const qint64 log = QFileInfo(request.buildFolder + QStringLiteral("/.ninja_log")).size();
    if (request.gate == GateUse::WhereFree && log > headOfNinjaLog)
        return QStringLiteral("What this build folder holds was compiled without the memory gate and would "
                              "all be compiled again with it, so this build runs without it; ask for the "
                              "gate, or for a clean folder, to use it.");
    return {};
}

BuildRequest withoutGate(BuildRequest request)
{
    request.gateLeftOut = true;
    return request;
}

Command withoutGate(Command compile, int jobs)
{
    const qsizetype option = compile.arguments.indexOf(QStringLiteral("-j"));
    if (option >= 0 && option + 1 < compile.arguments.size())
        compile.arguments[option + 1] = QString::number(jobs);
    return compile;
}

QVector<FlagValue> gateFlags(const StageContext& context)
{
    QVector<FlagValue> flags;
    if (!context.request.hasGate())
        return flags;
    const QString gate = gateProgram(context.platform);
    for (const QString& language : { QStringLiteral("C"), QStringLiteral("CXX"), QStringLiteral("CUDA") }) {
        const QString launcher = compilerLauncher(context, language);
        const QString chain = callsGate(launcher, context.platform) ? launcher
            : launcher.isEmpty()                                    ? gate
                                                                    : gate + QLatin1Char(';') + launcher;
        flags.append({ QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(language), chain,
            QStringLiteral("STRING"), ValueOrigin::Default });
        // CMake before 4.1 does not know it and warns; C++ links what nvcc compiles.
        if (language == QLatin1String("CUDA"))
            continue;
        const QString linker
            = context.taken.flagValue(QStringLiteral("CMAKE_%1_LINKER_LAUNCHER").arg(language));
        flags.append({ QStringLiteral("CMAKE_%1_LINKER_LAUNCHER").arg(language),
            linker.isEmpty() ? gate : gate + QLatin1Char(';') + linker, QStringLiteral("STRING"),
            ValueOrigin::Default });
    }
    return flags;
}

QVector<EnvironmentValue> gateEnvironment(const StageContext& context)
{
    const QStringList launchers { compilerLauncher(context, QStringLiteral("C")),
        compilerLauncher(context, QStringLiteral("CXX")), compilerLauncher(context, QStringLiteral("CUDA")) };
    const auto ccache = std::find_if(launchers.begin(), launchers.end(),
        [&](const QString& launcher) { return callsGate(launcher, context.platform); });
    if (!context.request.hasGate() || ccache == launchers.end())
        return {};
    return { { QStringLiteral("CCACHE_PREFIX"), gateProgram(context.platform) + prefixOf(context, *ccache),
        ValueOrigin::Default } };
}

QVector<EnvironmentValue> launchersTakenOut(const StageContext& context)
{
    const QString release = releaseOf(context.request.source);
    if (context.request.source.kind == SourceKind::Sample
        || (!release.isEmpty() && isBelow(release, QStringLiteral("2.14"))))
        return {};
    QStringList names;
    for (const FlagValue& flag : context.request.configuration.flags) {
        if (isLauncher(flag.name) && flag.origin != ValueOrigin::Default)
            names << flag.name;
    }
    for (const FlagValue& flag : gateFlags(context))
        names << flag.name;
    names.removeDuplicates();
    QVector<EnvironmentValue> unset;
    for (const QString& name : std::as_const(names))
        unset.append({ name, std::nullopt, ValueOrigin::Default });
    return unset;
}

int startedAtOnce(const BuildRequest& request, int jobs)
{
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const int cores = facts ? facts->logicalCores.value_or(0) : 0;
    return jobs + std::max({ jobs, cores, leastWaiting });
}

QString startedAtOnceText(const BuildRequest& request)
{
    const auto jobs = request.jobsAtOnce();
    if (!jobs || !request.hasGate())
        return {};
    return Core::tr(
        "ninja starts up to %1 steps, and the memory gate lets %2 of them compile at the same time")
        .arg(startedAtOnce(request, *jobs))
        .arg(*jobs);
}

}
