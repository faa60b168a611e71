// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// How something stands, told by shape and colour; a word goes with it wherever there is room.
enum class Mark {
    Good,
    Warning,
    Bad,
    Unknown,
    Running,
    Waiting,
    Skipped,
};

}
