// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

namespace torchmason {

Result<Stage> makeVerifyStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    QStringList arguments { QStringLiteral("verify"), QStringLiteral("--build"), request.buildFolder,
        QStringLiteral("--source"), request.sourceFolder };
    for (const QString& target : request.targets)
        arguments << QStringLiteral("--target") << target;
    // Only a whole build has made the Python module that could be imported.
    if (request.targets.isEmpty()
        && isCMakeTrue(request.configuration.flagValue(QStringLiteral("BUILD_PYTHON"))))
        arguments << QStringLiteral("--python") << pythonProgram(context);

    Stage stage;
    stage.kind = StageKind::Verify;
    stage.title = QStringLiteral("Verify");
    stage.commands = { helperCommand(
        context, arguments, QStringLiteral("Check that what was built is there and loads")) };
    stage.commands.first().environment = buildEnvironment(context);
    stage.after = { QStringLiteral("compile"), QStringLiteral("install") };
    return stage;
}

}
