// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/EstimateLook.h"

#include "core/base/AppPaths.h"
#include "core/estimate/BuildEstimates.h"
#include "ui/models/Background.h"

#include <utility>

namespace torchmason {

void EstimateLook::look(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    Json asked = toJson(request); // the facts are in it
    if (asked == m_asked)
        return;
    m_asked = std::move(asked);
    m_next = Question { facts, profile, request };
    if (!m_isLooking)
        start(*std::exchange(m_next, std::nullopt));
}

void EstimateLook::start(const Question& question)
{
    m_isLooking = true;
    runInBackground(
        diskPool(), this,
        [question, folder = AppPaths::attemptsFolder()] {
            return estimateHere(question.facts, question.profile, question.request, folder);
        },
        [this](const BuildEstimate& estimate) { take(estimate); });
}

void EstimateLook::take(const BuildEstimate& estimate)
{
    m_isLooking = false;
    if (const auto next = std::exchange(m_next, std::nullopt))
        return start(*next);
    if (m_found == estimate)
        return;
    m_found = estimate;
    emit changed();
}

}
