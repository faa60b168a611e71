// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"
#include "core/detect/VisualStudio.h"
#include "core/detect/WindowsPlaces.h"

#include <QProcess>

#include <windows.h>

namespace torchmason {

FactsChange probeCompilers(const ProbeContext& context)
{
    return probeVisualStudio(context);
}

FactsChange probeSystem(const ProbeContext& context)
{
    return probeWindowsSystem(context);
}

void isolateProbe(QProcess& process)
{
    // No console window may flash up.
    process.setCreateProcessArgumentsModifier(
        [](QProcess::CreateProcessArguments* arguments) { arguments->flags |= CREATE_NO_WINDOW; });
}

void killProbe(QProcess& process)
{
    process.kill();
}

}
