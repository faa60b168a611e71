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

// Share of the last ten seconds in which something waited, in percent, from a file of /proc/pressure:
// "some avg10=1.52 avg60=0.31 avg300=0.10 total=123". Linux only.
std::optional<double> parsePressure(const QByteArray& text);

}
