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
    // PyTorch makes its Python module unless told otherwise; a project without one never asks for it.
    if (isCMakeTrue(request.configuration.flagValue(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON"))))
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
