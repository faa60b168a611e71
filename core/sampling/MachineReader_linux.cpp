// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KernelFile.h"
#include "core/sampling/MachineReader.h"
#include "core/sampling/PressureReader.h"

namespace torchmason {

MachineReading readMachine(const KernelFolders& folders)
{
    const auto read = [&](const char* name) { return readKernelFile(folders.proc + QLatin1String(name)); };
    MachineReading reading;
    reading.memory = readMemory(folders);
    reading.cores = parseCpuLines(read("/stat"));
    reading.memoryPressure = parsePressure(read("/pressure/memory"));
    reading.cpuPressure = parsePressure(read("/pressure/cpu"));
    reading.ioPressure = parsePressure(read("/pressure/io"));
    return reading;
}

}
