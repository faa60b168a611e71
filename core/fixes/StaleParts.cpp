// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/StaleParts.h"

#include "core/configured/CleanAdvice.h"
#include "core/fixes/StageStart.h"

namespace torchmason {

StaleParts::StaleParts(const BuildRequest& request)
    : m_folder(request.buildFolder)
{
    if (auto state = readBuildFolder(m_folder))
        m_state = std::move(state).value();
}

void StaleParts::clean(BuildRequest& request) const
{
    const bool isAsked = request.cleanLevel != QLatin1String("none");
    if (!m_state || !isAsked || request.buildFolder != m_folder)
        return;
    const CleanLevel level = adviseClean(buildFolderWishes(request), *m_state).level;
    if (level <= cleanLevelOf(request))
        return;
    request.clean = true;
    request.cleanLevel = cleanLevelId(level);
    startNoLaterThan(QStringLiteral("configure"), request);
}

}
