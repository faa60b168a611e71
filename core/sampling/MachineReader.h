// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/CoreLoad.h"
#include "core/sampling/HostSampler.h"
#include "core/sampling/MemoryReader.h"

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

// Free for this user on the volume of `path`, or of the nearest folder above it that is there.
std::optional<Bytes> readDiskFree(const QString& path);

}
