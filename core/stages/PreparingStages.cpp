// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/stages/StageMakers.h"

#include <QCryptographicHash>

namespace torchmason {

Result<Stage> makeCleanStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    const bool isWhole = request.cleanLevel.isEmpty() || request.cleanLevel == QLatin1String("all");
    stage.commands = { isWhole
            ? helperCommand(context,
                { QStringLiteral("clean"), QStringLiteral("--build"), request.buildFolder,
                    QStringLiteral("--source"), request.sourceFolder },
                QStringLiteral(QT_TRANSLATE_NOOP("Core", "Clean the build folder")))
            : helperCommand(context,
                QStringList { QStringLiteral("clean-parts"), QStringLiteral("--level"), request.cleanLevel }
                    + buildFolderArguments(context),
                QStringLiteral(
                    QT_TRANSLATE_NOOP("Core", "Remove from the build folder what no longer fits"))) };
    // Fetching and cleaning may overlap unless they work in the same place.
    if (isInsideOn(context.platform, request.buildFolder, request.sourceFolder))
        stage.after = { stageKindId(StageKind::Fetch) };
    return stage;
}

// The helper reads the patches from the attempt's request, where they stand already; they may be longer than
// a command line.
Result<Stage> makePatchStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    stage.after = { stageKindId(StageKind::Fetch) };
    if (request.patches.isEmpty())
        return stage;
    const QString purpose = request.patches.size() == 1
        ? QStringLiteral("Make 1 change to the source: %1").arg(request.patches.first().why)
        : QStringLiteral("Make %1 changes to the source").arg(request.patches.size());
    stage.commands = { helperCommand(context,
        { QStringLiteral("patch"), QStringLiteral("--source"), request.sourceFolder,
            QStringLiteral("--attempt"), attemptFolderMark() },
        purpose) };
    stage.fingerprint = QString::fromLatin1(
        QCryptographicHash::hash(compactJson(toJson(request.patches)), QCryptographicHash::Sha256).toHex());
    return stage;
}

namespace {

Command captureVcvars(const StageContext& context)
{
    return helperCommand(context,
        { QStringLiteral("capture-vcvars"), QStringLiteral("--script"), context.request.vcvars,
            QStringLiteral("--attempt"), attemptFolderMark() },
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "Take over the environment of Visual Studio")));
}

QString venvPurpose(const PythonEnvironment& python)
{
    const QString made
        = QStringLiteral(QT_TRANSLATE_NOOP("Core", "Make a virtual environment with what the tree requires"));
    if (python.packages.isEmpty())
        return made;
    return made + QStringLiteral(" and ") + python.packages.join(QLatin1String(", "));
}

Command prepareVenv(const StageContext& context)
{
    const PythonEnvironment& python = context.request.python;
    QStringList arguments { QStringLiteral("prepare-venv"), QStringLiteral("--folder"), python.folder,
        QStringLiteral("--python"), python.base, QStringLiteral("--source"), context.request.sourceFolder,
        QStringLiteral("--backend"), context.request.backend };
    if (!wantsNumpy(context.taken, context.request.backend))
        arguments << QStringLiteral("--numpy") << QStringLiteral("no");
    for (const QString& package : python.packages)
        arguments << QStringLiteral("--package") << package;
    if (!python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << python.wheels;
    Command command = helperCommand(context, arguments, venvPurpose(python));
    command.environment = requestEnvironment(context); // a proxy, an index of packages
    return command;
}

}

Result<Stage> makeEnvironmentStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    if (!request.vcvars.isEmpty() && context.platform == Platform::Windows)
        stage.commands << captureVcvars(context);
    if (!request.python.isWanted())
        return stage;
    const QString& folder = request.python.folder;
    if (!isAbsoluteOn(context.platform, folder))
        return Error {
            Core::tr("The folder \"%1\" for the virtual environment must be an absolute path.").arg(folder)
        };
    if (isInsideOn(context.platform, folder, request.buildFolder))
        return Error {
            Core::tr("The virtual environment %1 lies in the build folder, which may be emptied.").arg(folder)
        };
    stage.commands << prepareVenv(context);
    stage.after = { stageKindId(StageKind::Fetch) }; // the tree says what it requires
    return stage;
}

}
