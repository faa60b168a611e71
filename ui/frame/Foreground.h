// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// Windows lets only the program that the user has just started bring a window to the front; it may pass that
// on. Elsewhere the window raises itself.
void letOthersComeToFront();

}
