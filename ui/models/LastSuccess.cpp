// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/LastSuccess.h"

#include "core/attempt/ComparableBuild.h"
#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/models/Background.h"

namespace torchmason {

std::optional<Configuration> lastSuccessOf(const BuildRequest& request, const QString& attemptsFolder)
{
    const QString wanted = comparableBuild(request);
    for (const AttemptSummary& attempt : AttemptStore(attemptsFolder).list()) {
        if (attempt.error.isEmpty() && attempt.record.state == AttemptState::Succeeded
            && !attempt.record.imported && comparableBuild(attempt.record.request) == wanted)
            return attempt.record.request.configuration;
    }
    return std::nullopt;
}

void LastSuccess::look(const BuildRequest& request)
{
    const int asked = ++m_asked;
    runInBackground(
        diskPool(), this,
        [request, folder = AppPaths::attemptsFolder()] { return lastSuccessOf(request, folder); },
        [this, asked](const std::optional<Configuration>& configuration) {
            if (asked == m_asked)
                emit found(configuration);
        });
}

}
