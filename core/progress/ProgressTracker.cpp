// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/ProgressTracker.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 interval = 250; // milliseconds
constexpr qint64 longestSilence = 15'000;

}

void ProgressTracker::addStatus(const NinjaStatus& status, qint64 now)
{
    m_status = status;
    m_isChanged = true;
    m_remaining.setProgress(status.done, status.total, now, running());
}

qint64 ProgressTracker::running() const
{
    return std::max<qint64>(0, m_status->running.value_or(0) - m_waiting);
}

BuildProgress ProgressTracker::current(qint64 now) const
{
    BuildProgress progress;
    progress.done = m_status->done;
    progress.total = m_status->total;
    progress.running = running();
    progress.preparing = m_remaining.isPreparing();
    if (!progress.preparing)
        progress.inAll = m_remaining.stepsInAll();
    progress.description = m_status->description;
    if (const auto range = m_remaining.range(now)) {
        progress.remainingLow = range->low;
        progress.remainingHigh = range->high;
        if (progress.done < progress.total)
            progress.reason = m_remaining.reason();
    }
    return progress;
}

std::optional<BuildProgress> ProgressTracker::take(qint64 now)
{
    const qint64 silence = m_lastTaken ? now - *m_lastTaken : longestSilence;
    if (!m_status || silence < (m_isChanged ? interval : longestSilence) || (!m_isChanged && running() == 0))
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
