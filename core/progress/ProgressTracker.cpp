// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/ProgressTracker.h"

#include "core/base/TextDecoding.h"

namespace torchmason {

namespace {

constexpr qint64 interval = 250; // milliseconds

}

void ProgressTracker::addStatus(const NinjaStatus& status, qint64 now)
{
    m_status = status;
    m_isChanged = true;
    m_remaining.setProgress(status.done, status.total, now);
}

BuildProgress ProgressTracker::current(qint64 now) const
{
    BuildProgress progress;
    progress.done = m_status->done;
    progress.total = m_status->total;
    progress.running = m_status->running.value_or(0);
    progress.description = plainToolText(m_status->description);
    if (const auto range = m_remaining.range(now)) {
        progress.remainingLow = range->low;
        progress.remainingHigh = range->high;
    }
    return progress;
}

std::optional<BuildProgress> ProgressTracker::take(qint64 now)
{
    if (!m_isChanged || (m_lastTaken && now - *m_lastTaken < interval))
        return std::nullopt;
    m_lastTaken = now;
    m_isChanged = false;
    return current(now);
}

std::optional<BuildProgress> ProgressTracker::finish(qint64 now)
{
    if (!m_status || !m_isChanged)
        return std::nullopt;
    m_lastTaken = now;
    m_isChanged = false;
    return current(now);
}

}
