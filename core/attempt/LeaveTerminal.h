// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QProcess;

namespace torchmason {

// Before the start: what happens to our terminal (Ctrl-C, the window closed) must not reach the process.
void leaveTerminal(QProcess& process);

}
