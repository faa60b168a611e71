// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// Ends the process with what was printed written out, and without taking its global objects apart: a thread
// that waits for a disk or a program that does not answer may still use them, and nobody can wait for it.
// For the very end of main(), when everything else is closed.
[[noreturn]] void leaveProgram(int exitCode);

}
