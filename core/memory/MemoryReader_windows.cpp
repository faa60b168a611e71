// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/MemoryReader.h"

#include <algorithm>

#include <windows.h>

namespace torchmason {

MemoryReading readMemory(const KernelFolders&)
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof(status);
    MemoryReading reading;
    if (!GlobalMemoryStatusEx(&status))
        return reading;
    reading.total = status.ullTotalPhys;
    reading.available = status.ullAvailPhys;
    reading.commitLeft = status.ullAvailPageFile;
    // The page file limit holds the physical memory, too.
    const DWORDLONG pageFile
        = status.ullTotalPageFile - std::min(status.ullTotalPageFile, status.ullTotalPhys);
    const DWORDLONG committed = status.ullTotalPageFile - status.ullAvailPageFile;
    reading.swapTotal = pageFile;
    reading.swapUsed = std::min(pageFile, committed - std::min(committed, status.ullTotalPhys));
    return reading;
}

}
