// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include <windows.h>

namespace torchmason {

FactsChange probeMemory(const ProbeContext&)
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status))
        return unknownChange(QStringLiteral("memory"), QStringLiteral("GlobalMemoryStatusEx failed."));
    return [status](HostFacts& facts) {
        facts.memoryTotal = status.ullTotalPhys;
        facts.memoryAvailable = status.ullAvailPhys;
        // The commit limit is RAM plus page file.
        facts.swapTotal = status.ullTotalPageFile > status.ullTotalPhys
            ? status.ullTotalPageFile - status.ullTotalPhys
            : 0;
    };
}

}
