// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"

#include <QProcess>

#include <csignal>
#include <unistd.h>

namespace torchmason {

void isolateProbe(QProcess& process)
{
    process.setChildProcessModifier([] { ::setsid(); });
}

void killProbe(QProcess& process)
{
    // The group has the number of its first process, which is ours and not yet reaped.
    if (process.processId() > 0)
        ::kill(-pid_t(process.processId()), SIGKILL);
    process.kill();
}

}
