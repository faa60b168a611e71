// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Clock.h"

#include <chrono>

namespace torchmason {

namespace {

class SystemClock : public Clock {
public:
    qint64 wallMilliseconds() const override
    {
        return count(std::chrono::system_clock::now().time_since_epoch());
    }
    qint64 monotonicMilliseconds() const override
    {
        return count(std::chrono::steady_clock::now().time_since_epoch());
    }

private:
    template <typename Duration> static qint64 count(Duration duration)
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
    }
};

}

const Clock& systemClock()
{
    static const SystemClock clock;
    return clock;
}

}
