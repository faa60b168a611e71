// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/WheelObstacles.h"
#include "core/request/TreeBackend.h"
#include "core/stages/StageMakers.h"

namespace torchmason {

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
