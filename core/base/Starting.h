// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// First of all in main(), before any other thread: what this program needs to know of its own making.
void prepareProgram();

}
