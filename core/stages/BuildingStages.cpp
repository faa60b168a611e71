// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/request/TreeBackend.h"
#include "core/stages/CMakeCache.h"
#include "core/stages/GateLaunchers.h"

namespace torchmason {

namespace {

QString definition(const QString& name, const QString& type, const QString& value)
{
    return QStringLiteral("-D") + name + (type.isEmpty() ? QString() : QLatin1Char(':') + type)
        + QLatin1Char('=') + value;
}

// CMake takes everything between -D and the first colon or equals sign as the name.
Result<void> checkFlag(const FlagValue& flag)
{
    const auto isOdd
        = [](QChar c) { return c == QLatin1Char('=') || c == QLatin1Char(':') || c.isSpace() || c.isNull(); };
    if (flag.name.isEmpty() || std::any_of(flag.name.begin(), flag.name.end(), isOdd))
        return Error { Core::tr("\"%1\" cannot be the name of a CMake flag.").arg(flag.name) };
    return {};
}

// CMake takes what follows -U as a pattern, which could take out more than was asked for.
Result<void> checkUnset(const QString& name)
{
    static const QString patternCharacters = QStringLiteral("*?[]\\");
    const auto isOdd = [](QChar c) { return c.isSpace() || c.isNull() || patternCharacters.contains(c); };
    if (name.isEmpty() || std::any_of(name.begin(), name.end(), isOdd))
        return Error {
            Core::tr("\"%1\" cannot be the name of a CMake flag to unset; write one exact name.").arg(name)
        };
    return {};
}

QStringList flagArguments(const StageContext& context)
{
    QStringList arguments;
    for (const FlagValue& flag : context.request.configuration.flags) {
        if (flag.origin != ValueOrigin::Default)
            arguments << QStringLiteral("--flag") << flag.name + QLatin1Char('=') + flag.value;
    }
    return arguments;
}

// Compares what CMake made of the flags with what they say, as CMake alone would not.
Command checkCommand(const StageContext& context)
{
    QStringList arguments { QStringLiteral("check-configuration"), QStringLiteral("--build"),
        context.request.buildFolder };
    arguments += flagArguments(context);
    if (context.request.acceptConfiguration)
        arguments << QStringLiteral("--accept") << QStringLiteral("yes");
    return helperCommand(context, arguments,
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "Check that CMake kept the flags that were asked for")));
}

}

QStringList buildFolderArguments(const StageContext& context)
{
    const BuildRequest& request = context.request;
    QStringList arguments { QStringLiteral("--build"), request.buildFolder, QStringLiteral("--source"),
        request.sourceFolder, QStringLiteral("--generator"), request.generator };
    arguments += flagArguments(context);
    const auto versions = toolVersions(context);
    for (auto version = versions.begin(); version != versions.end(); ++version)
        arguments << QStringLiteral("--version") << version.key() + QLatin1Char('=') + version.value();
    const auto variables = readOnceVariables(buildEnvironment(context));
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        arguments << QStringLiteral("--variable") << variable.key() + QLatin1Char('=') + variable.value();
    return arguments;
}

Result<Stage> makeConfigureStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Command command;
    command.program = toolProgram(context, QStringLiteral("cmake"));
    command.purpose = QStringLiteral(QT_TRANSLATE_NOOP("Core", "Configure with CMake"));
    command.workingFolder = request.sourceFolder;
    command.environment = buildEnvironment(context);
    command.arguments = { QStringLiteral("-G"), request.generator, QStringLiteral("-S"), request.sourceFolder,
        QStringLiteral("-B"), request.buildFolder };
    for (const QString& name : request.configuration.unsetFlags) {
        if (const auto checked = checkUnset(name); !checked)
            return checked.error();
        command.arguments << QStringLiteral("-U") + name;
    }
    for (const FlagValue& flag : request.configuration.flags) {
        if (const auto checked = checkFlag(flag); !checked)
            return checked.error();
        if (flag.origin != ValueOrigin::Default)
            command.arguments << definition(flag.name, flag.type, flag.value);
    }

    for (const FlagValue& flag : wheelFlags(context))
        command.arguments << definition(flag.name, flag.type, flag.value);
    for (const FlagValue& flag : gateFlags(context)) // after what it builds on, so that it wins
        command.arguments << definition(flag.name, flag.type, flag.value);

    // CMake must know the ninja that we run: another version would start its log, and so the build, anew.
    const QString ninja = toolProgram(context, QStringLiteral("ninja"));
    const QString makeProgram = QStringLiteral("CMAKE_MAKE_PROGRAM");
    if (request.generator == QLatin1String("Ninja") && isAbsoluteOn(context.platform, ninja)
        && !request.configuration.flag(makeProgram))
        command.arguments << definition(makeProgram, QStringLiteral("FILEPATH"), ninja);

    Stage stage;
    if (makesWheel(request.backend))
        stage.commands.append(helperCommand(context,
            { QStringLiteral("check-backend"), QStringLiteral("--source"), request.sourceFolder,
                QStringLiteral("--expected"), request.backend },
            QStringLiteral(QT_TRANSLATE_NOOP("Core", "See how the tree makes its wheel"))));
    if (!request.clean && request.cleanLevel != QLatin1String("none"))
        stage.commands.append(helperCommand(context,
            QStringList { QStringLiteral("check-build-folder") } + buildFolderArguments(context),
            QStringLiteral(QT_TRANSLATE_NOOP("Core", "Compare the build folder with the present settings"))));
    stage.commands += { helperCommand(context,
                            { QStringLiteral("prepare-build"), QStringLiteral("--build"), request.buildFolder,
                                QStringLiteral("--attempt"), attemptFolderMark() },
                            QStringLiteral(QT_TRANSLATE_NOOP("Core", "Make the build folder"))),
        command, checkCommand(context) };
    return stage;
}

namespace {

// Ninja is run directly so that its status line, the number of jobs and the targets are ours.
Command ninjaCommand(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Command command;
    command.program = request.configuration.flagValue(
        QStringLiteral("CMAKE_MAKE_PROGRAM"), toolProgram(context, QStringLiteral("ninja")));
    command.arguments = { QStringLiteral("-C"), request.buildFolder };
    if (const auto jobs = request.jobsAtOnce())
        command.arguments << QStringLiteral("-j")
                          << QString::number(request.hasGate() ? startedAtOnce(request, *jobs) : *jobs);
    command.arguments << request.targets;
    command.environment = buildEnvironment(context) + gateEnvironment(context);
    command.environment.append(
        { QStringLiteral("NINJA_STATUS"), QStringLiteral("[%f/%t|%r|%e] "), ValueOrigin::Default });
    return command;
}

Command cmakeBuildCommand(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Command command;
    command.program = toolProgram(context, QStringLiteral("cmake"));
    command.arguments = { QStringLiteral("--build"), request.buildFolder };
    if (request.generator.startsWith(QLatin1String("Visual Studio")))
        command.arguments << QStringLiteral("--config")
                          << request.configuration.flagValue(
                                 QStringLiteral("CMAKE_BUILD_TYPE"), QStringLiteral("Release"));
    if (const auto jobs = request.jobsAtOnce())
        command.arguments << QStringLiteral("--parallel") << QString::number(*jobs);
    if (!request.targets.isEmpty())
        command.arguments << QStringLiteral("--target") << request.targets;
    command.environment = buildEnvironment(context);
    return command;
}

}

Result<Stage> makeCompileStage(const StageContext& context)
{
    for (const QString& target : context.request.targets) {
        if (target.isEmpty() || target.startsWith(QLatin1Char('-')))
            return Error { Core::tr("\"%1\" cannot be the name of a target.").arg(target) };
    }
    const bool isNinja = context.request.generator == QLatin1String("Ninja");
    Stage stage;
    stage.commands = { isNinja ? ninjaCommand(context) : cmakeBuildCommand(context) };
    stage.commands.first().purpose = context.request.targets.isEmpty()
        ? QStringLiteral(QT_TRANSLATE_NOOP("Core", "Build everything"))
        : QStringLiteral("Build %1").arg(context.request.targets.join(QLatin1String(", ")));
    return stage;
}

}
