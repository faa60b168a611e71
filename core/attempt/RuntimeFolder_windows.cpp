// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"

#include <QDir>

namespace torchmason {

Result<QString> runtimeFolder()
{
    return QDir::tempPath();
}

Result<QString> runnerSocketName(const QString& attemptId)
{
    return QStringLiteral("torchmason-") + attemptId;
}

}
