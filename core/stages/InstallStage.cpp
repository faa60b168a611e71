// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

namespace torchmason {

Result<Stage> makeInstallStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    stage.kind = StageKind::Install;
    stage.title = QStringLiteral("Install");
    stage.after = { QStringLiteral("compile") };
    const QString prefix = request.installPrefix();
    if (prefix.isEmpty()) {
        stage.skipped = true;
        stage.skipReason
            = QStringLiteral("no folder to install into was asked for; the result is in the build folder");
        return stage;
    }
    if (!request.targets.isEmpty())
        context.warnings << QStringLiteral(
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

}
