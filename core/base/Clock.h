// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace torchmason {

// The door to time, so that tests can turn the clock. Wall time may jump; durations are taken from the
// monotonic clock only.
class Clock {
public:
    virtual ~Clock() = default;
    // Milliseconds since 1970-01-01 UTC.
    virtual qint64 wallMilliseconds() const = 0;
    // Milliseconds since an arbitrary moment; never goes back.
    virtual qint64 monotonicMilliseconds() const = 0;
};

// The machine's own clock; lives as long as the program.
const Clock& systemClock();

}
