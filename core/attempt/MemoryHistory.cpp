// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/MemoryHistory.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 minute = 60'000;
constexpr qsizetype mostMoments = 200'000; // more than two days

}

void MemoryHistory::add(const Sample& sample)
{
    if (!sample.memoryTotal || !sample.memoryAvailable || sample.stage.isEmpty())
        return;
    if (m_moments.size() >= mostMoments)
        m_moments.remove(0, mostMoments / 2);
    m_moments.append(
        { sample.stage, sample.elapsed, sample.logOffset, *sample.memoryTotal, *sample.memoryAvailable });
}

std::optional<MemoryMoment> MemoryHistory::before(const QString& stage, qint64 offset) const
{
    const auto isAfter
        = [&](const Moment& moment) { return moment.stage == stage && moment.offset > offset; };
    const auto isOfStage = [&](const Moment& moment) { return moment.stage == stage; };
    auto last = std::find_if(m_moments.begin(), m_moments.end(), isAfter);
    if (last == m_moments.end()) {
        // Printed at the very end: the last one that there is.
        const auto newest = std::find_if(m_moments.rbegin(), m_moments.rend(), isOfStage);
        if (newest == m_moments.rend())
            return std::nullopt;
        last = std::prev(newest.base());
    }
    MemoryMoment found { last->total, last->available };
    for (auto moment = last; moment->elapsed >= last->elapsed - minute; --moment) {
        found.leastAvailable = std::min(found.leastAvailable, moment->available);
        if (moment == m_moments.begin())
            break;
    }
    return found;
}

}
