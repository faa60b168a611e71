// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/CgroupMemory.h"

namespace torchmason {

MemoryReading readMemory(const KernelFolders& folders)
{
    const QByteArray meminfo = readKernelFile(folders.proc + QStringLiteral("/meminfo"));
    return withinLimit(parseMeminfo(meminfo), readCgroupMemory(folders));
}

}
