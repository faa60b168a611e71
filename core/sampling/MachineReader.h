// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/MemoryReader.h"
#include "core/sampling/CoreLoad.h"

namespace torchmason {

// What the machine says about itself at one moment.
struct MachineReading {
    MemoryReading memory;
    QVector<CoreTimes> cores;
    std::optional<double> memoryPressure; // percent, where the kernel tells
    std::optional<double> cpuPressure;
    std::optional<double> ioPressure;
};
MachineReading readMachine(const KernelFolders& folders);

}
