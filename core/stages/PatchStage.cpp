// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

#include <QCryptographicHash>

namespace torchmason {

// The helper reads the patches from the attempt's request, where they stand already; they may be longer than
// a command line.
Result<Stage> makePatchStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    stage.after = stageIds({ StageKind::Fetch });
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

}
