// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunningTime.h"

#include <algorithm>

namespace torchmason {

namespace {

// Samples come once a second; what looks like more is a runner that is busy, or a clock that was set.
constexpr qint64 longestGap = 5000;

}

Milliseconds RunningTime::at(qint64 now, std::optional<qint64> startedAt) const
{
    if (m_last)
        return Milliseconds(m_last->elapsed + std::clamp<qint64>(now - m_last->time, 0, longestGap));
    return Milliseconds(startedAt ? std::max<qint64>(0, now - *startedAt) : 0);
}

}
