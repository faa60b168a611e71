// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/StageStart.h"

namespace torchmason {

void startNoLaterThan(const QString& stage, BuildRequest& request)
{
    static const QStringList order { QStringLiteral("fetch"), QStringLiteral("patch"),
        QStringLiteral("environment"), QStringLiteral("clean"), QStringLiteral("configure"),
        QStringLiteral("compile"), QStringLiteral("wheel"), QStringLiteral("install"),
        QStringLiteral("verify") };
    if (order.indexOf(request.fromStage) > order.indexOf(stage))
        request.fromStage = stage == order.first() ? QString() : stage;
}

void configureAgain(BuildRequest& request)
{
    request.acceptConfiguration = false;
    startNoLaterThan(QStringLiteral("configure"), request);
}

}
