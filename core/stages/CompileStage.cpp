// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GateLaunchers.h"

namespace torchmason {

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
                          << QString::number(request.hasGate() ? startedAtOnce(context, *jobs) : *jobs);
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
        ? QStringLiteral("Build everything")
        : QStringLiteral("Build %1").arg(context.request.targets.join(QLatin1String(", ")));
    stage.after = stageIds({ StageKind::Configure });
    return stage;
}

}
