// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/EarlierWheels.h"

#include "core/stages/MadeWheels.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

QVector<WheelRecord> ownWheels(const QString& attemptFolder)
{
    QVector<WheelRecord> wheels;
    for (const MadeWheel& wheel : wheelsInLog(AttemptFiles::log(attemptFolder, QStringLiteral("wheel"))))
        wheels.append({ wheel.path, wheel.size, wheel.sha256 });
    return wheels;
}

bool beginsAfterPacking(const BuildRequest& request)
{
    return request.fromStage == stageKindId(StageKind::Install)
        || request.fromStage == stageKindId(StageKind::Verify);
}

}

QVector<WheelRecord> wheelsOfBuild(const QString& attemptFolder)
{
    const QVector<WheelRecord> own = ownWheels(attemptFolder);
    const auto request = AttemptFiles::readRequest(attemptFolder);
    if (!own.isEmpty() || !request || !beginsAfterPacking(*request) || request->install.takesBack > 0)
        return own;
    const QFileInfo folder(QDir::cleanPath(attemptFolder));
    for (const AttemptSummary& earlier : AttemptStore(folder.path()).list()) {
        const bool isEarlier = earlier.number < folder.fileName().toInt() && earlier.error.isEmpty()
            && !earlier.record.imported;
        if (!isEarlier || earlier.record.request.buildFolder != request->buildFolder)
            continue;
        if (!earlier.record.wheels.isEmpty())
            return earlier.record.wheels;
        if (!beginsAfterPacking(earlier.record.request))
            return ownWheels(earlier.folder); // its runner may have died before it kept them
    }
    return {};
}

}
