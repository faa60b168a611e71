// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// First of all in main(), before any other thread: settings of the process that must be made before Qt is
// used.
void prepareProgram();

// Ends the process with what was printed written out, and without destroying its global objects: a thread
// that waits for a disk or a program that does not answer may still use them. For the very end of main(),
// when everything else is closed.
[[noreturn]] void leaveProgram(int exitCode);

}
