// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// A state as an icon of its own shape and colour, with a word beside it where there is room.
enum class Mark {
    Good,
    Warning,
    Bad,
    Unknown,
    Running,
    Waiting,
    Skipped,
    NotReached,
    Stopped,
};

}
