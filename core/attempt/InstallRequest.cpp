// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/InstallRequest.h"

#include <QFileInfo>

namespace torchmason {

Result<BuildRequest> requestToInstall(const AttemptRecord& record, const InstallTarget& target)
{
    if (record.imported)
        return Error { QStringLiteral("Attempt %1 ran on another machine; its wheel is there.").arg(record.number) };
    if (record.wheels.isEmpty())
        return Error { QStringLiteral("Attempt %1 packed no wheel.").arg(record.number) };
    const WheelRecord& wheel = record.wheels.last();
    const QFileInfo file(wheel.path);
    if (!file.isFile())
        return Error { QStringLiteral("The wheel %1 is not there any more; retry attempt %2 from \"wheel\".")
                           .arg(wheel.path)
                           .arg(record.number) };
    if (Bytes(file.size()) != wheel.size)
        return Error { QStringLiteral("%1 is not the wheel that attempt %2 packed: its size is another one.")
                           .arg(wheel.path)
                           .arg(record.number) };
    BuildRequest request = record.request;
    request.install = target;
    request.install.wheel = wheel.path;
    request.continuesAttempt = record.number;
    request.fromStage = request.untilStage = QStringLiteral("install");
    request.skippedStages.clear();
    request.clean = request.queue = false;
    request.answers.clear();
    return request;
}

}
