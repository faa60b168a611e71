// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/LeaveTerminal.h"

namespace torchmason {

// The runner makes a session of its own and a detached process has no terminal (see StopRequests).
void leaveTerminal(QProcess&) { }

}
