// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

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
                QStringLiteral("Empty the build folder"))
            : helperCommand(context,
                QStringList { QStringLiteral("clean-parts"), QStringLiteral("--level"), request.cleanLevel }
                    + buildFolderArguments(context),
                QStringLiteral("Take out of the build folder what does not fit any more")) };
    // Fetching and cleaning may overlap unless they work in the same place.
    if (isInsideOn(context.platform, request.buildFolder, request.sourceFolder))
        stage.after = stageIds({ StageKind::Fetch });
    return stage;
}

}
