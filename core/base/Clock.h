// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>

namespace torchmason {

// The machine's own clock. Wall time may jump; durations are taken from the monotonic clock only.
struct Clock {
    // Milliseconds since 1970-01-01 UTC.
    static qint64 wallMilliseconds() { return QDateTime::currentMSecsSinceEpoch(); }
    // Milliseconds since an arbitrary moment; never goes back.
    static qint64 monotonicMilliseconds()
    {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    }
};

inline Clock systemClock()
{
    return {};
}

}
