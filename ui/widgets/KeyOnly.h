// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// Of an action: a key of the widget that has it, which no list of commands offers.
constexpr auto keyOnlyProperty = "keyOnly";

}
