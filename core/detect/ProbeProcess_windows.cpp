// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"

#include <QProcess>

#include <windows.h>

namespace torchmason {

void isolateProbe(QProcess& process)
{
    // No console window may flash up while a desktop program looks around.
    process.setCreateProcessArgumentsModifier(
        [](QProcess::CreateProcessArguments* arguments) { arguments->flags |= CREATE_NO_WINDOW; });
}

void killProbe(QProcess& process)
{
    process.kill();
}

}
