// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <optional>

namespace torchmason {

// How long an attempt has been running. The runner's samples tell it, whose clock
// never jumps; the wall clock only fills the moment since the last one.
class RunningTime {
public:
    void addSample(const Sample& sample) { m_last = { sample.time, sample.elapsed }; }
    // `startedAt` serves until there is a sample. Times are UTC milliseconds. Never negative.
    Milliseconds at(qint64 now, std::optional<qint64> startedAt) const;

private:
    struct Told {
        qint64 time = 0;
        qint64 elapsed = 0;
    };
    std::optional<Told> m_last;
};

}
