// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/GateJobs.h"

#include <algorithm>

namespace torchmason {

namespace {
constexpr qint64 memory = 60'000; // milliseconds
}

void GateJobs::add(const GateState& state, qint64 now)
{
    if (state.limits.jobs != m_limits.jobs || state.limits.memory != m_limits.memory)
        m_moments.clear();
    m_limits = state.limits;
    m_moments.removeIf([now](const Moment& moment) { return moment.time < now - memory; });
    const auto waiting = std::count_if(state.edges.begin(), state.edges.end(),
        [](const GateEdge& edge) { return edge.phase == EdgePhase::Waiting; });
    if (waiting > 0)
        m_moments.append({ now, int(state.edges.size() - waiting) });
}

int GateJobs::jobs() const
{
    if (m_moments.isEmpty())
        return m_limits.jobs;
    double sum = 0;
    for (const Moment& moment : m_moments)
        sum += moment.running;
    return std::clamp(qRound(sum / double(m_moments.size())), 1, std::max(1, m_limits.jobs));
}

}
