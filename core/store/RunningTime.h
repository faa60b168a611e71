// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <algorithm>
#include <optional>

namespace torchmason {

// How long an attempt has been running. The runner's samples tell it, whose clock
// never jumps; the wall clock only fills the moment since the last one.
class RunningTime {
public:
    void addSample(const Sample& sample) { m_last = { sample.time, sample.elapsed }; }
    // Until when it is known to have run. UTC milliseconds, as all times here.
    qint64 latest(qint64 now) const
    {
        // Samples come once a second; what looks like more is a runner that is busy, or a clock that was set.
        constexpr qint64 longestGap = 5000;
        return m_last ? std::min(now, m_last->time + longestGap) : now;
    }
    // `startedAt` serves until there is a sample. Never negative.
    Milliseconds at(qint64 now, std::optional<qint64> startedAt) const
    {
        if (m_last)
            return Milliseconds(m_last->elapsed + std::max<qint64>(0, latest(now) - m_last->time));
        return Milliseconds(startedAt ? std::max<qint64>(0, now - *startedAt) : 0);
    }

private:
    struct Told {
        qint64 time = 0;
        qint64 elapsed = 0;
    };
    std::optional<Told> m_last;
};

// The same of the attempt in a folder.
Milliseconds runningTime(const QString& attemptFolder, qint64 now, std::optional<qint64> startedAt);

}
