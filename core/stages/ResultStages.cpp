// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/WheelObstacles.h"
#include "core/request/TreeBackend.h"
#include "core/stages/StageMakers.h"

namespace torchmason {

namespace {

// With the environment's own pip, once the wheel has been looked at.
Result<Stage> installWheelStage(const StageContext& context, Stage stage)
{
    const BuildRequest& request = context.request;
    const InstallTarget& target = request.install;
    if (!wantsWheel(request.backend))
        return Error { Core::tr(
            "Only a wheel can be installed into %1, and this build makes libraries only; ask for a wheel.")
                           .arg(target.environment) };
    if (!isAbsoluteOn(context.platform, target.environment))
        return Error { Core::tr("The environment \"%1\" to install into must be an absolute path.")
                           .arg(target.environment) };
    if (isInsideOn(context.platform, target.environment, request.buildFolder))
        return Error { Core::tr("The environment %1 lies in the build folder, which may be emptied.")
                           .arg(target.environment) };
    QStringList arguments { QStringLiteral("install-wheel"), QStringLiteral("--into"), target.environment,
        QStringLiteral("--attempt"), attemptFolderMark(), QStringLiteral("--python"),
        pythonProgram(context) };
    if (!target.wheel.isEmpty())
        arguments << QStringLiteral("--wheel") << target.wheel;
    if (!target.dependencies)
        arguments << QStringLiteral("--dependencies") << QStringLiteral("no");
    if (!request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << request.python.wheels;
    Command command = helperCommand(
        context, arguments, QStringLiteral("Install the wheel into %1").arg(target.environment));
    command.environment = requestEnvironment(context); // a proxy, an index of packages
    stage.commands = { command };
    stage.after = stageIds({ StageKind::Wheel, StageKind::Verify });
    return stage;
}

// What an earlier attempt installed goes. Its note lies beside this attempt.
Stage takeBackStage(const StageContext& context, Stage stage)
{
    const InstallTarget& target = context.request.install;
    stage.title = QLatin1String(QT_TRANSLATE_NOOP("Core", "Take back"));
    QStringList arguments { QStringLiteral("take-install-back"), QStringLiteral("--of"),
        QString::number(target.takesBack), QStringLiteral("--attempt"), attemptFolderMark() };
    if (!context.request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << context.request.python.wheels;
    Command command = helperCommand(context, arguments,
        QStringLiteral("Take back what attempt %1 installed into %2")
            .arg(target.takesBack)
            .arg(target.environment));
    command.environment = requestEnvironment(context);
    stage.commands = { command };
    return stage;
}

}

Result<Stage> makeInstallStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    if (request.install.takesBack > 0)
        return takeBackStage(context, stage);
    if (request.install.isWanted())
        return installWheelStage(context, stage);
    stage.after = stageIds({ StageKind::Compile });
    const QString prefix = request.installPrefix();
    if (prefix.isEmpty()) {
        stage.skipped = true;
        stage.skipReason
            = Core::tr("no place to install into was asked for; the result stays where it was made");
        return stage;
    }
    if (!request.targets.isEmpty())
        context.warnings << Core::tr(
            "Installing copies everything that the project makes, but only %1 will be "
            "built; choose all targets, or no folder to install into.")
                                .arg(request.targets.join(QLatin1String(", ")));
    Command command;
    command.program = toolProgram(context, QStringLiteral("cmake"));
    command.arguments
        = { QStringLiteral("--install"), request.buildFolder, QStringLiteral("--prefix"), prefix };
    command.environment = buildEnvironment(context);
    command.purpose = QStringLiteral("Copy the result to %1").arg(prefix);
    stage.commands = { command };
    return stage;
}

Result<Stage> makeVerifyStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    QStringList arguments { QStringLiteral("verify"), QStringLiteral("--build"), request.buildFolder,
        QStringLiteral("--source"), request.sourceFolder };
    for (const QString& target : request.targets)
        arguments << QStringLiteral("--target") << target;
    // PyTorch makes its Python module unless BUILD_PYTHON is off.
    if (isCMakeTrue(request.configuration.flagValue(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON"))))
        arguments << QStringLiteral("--python") << pythonProgram(context);

    // What a build without CUDA has code for is no question.
    const QString archList = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const QString architectures
        = request.configuration.flagValue(archList, request.configuration.variableValue(archList));
    if (!architectures.isEmpty() && isCMakeTrue(request.configuration.flagValue(QStringLiteral("USE_CUDA")))
        && !request.acceptConfiguration)
        arguments << QStringLiteral("--arch") << architectures;

    // The attempt records which wheels were made; others in dist may be older.
    if (makesWheel(request.backend) && reasonAgainstWheel(request, context.platform).isEmpty())
        arguments << QStringLiteral("--attempt") << attemptFolderMark();
    if (!request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << request.python.wheels;

    Stage stage;
    stage.commands = { helperCommand(
        context, arguments, QStringLiteral("Check that what was built is there and loads")) };
    stage.commands.first().environment = buildEnvironment(context);
    stage.after = stageIds({ StageKind::Compile, StageKind::Wheel });
    if (!request.install.isWanted()) // a wheel is looked at before it replaces another one
        stage.after << stageKindId(StageKind::Install);
    return stage;
}

}
