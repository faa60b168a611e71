// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KernelFile.h"
#include "core/sampling/MachineReader.h"

namespace torchmason {

std::optional<double> parsePressure(const QByteArray& text)
{
    const QByteArray start = "some avg10=";
    const qsizetype at = text.indexOf(start);
    if (at < 0)
        return std::nullopt;
    const qsizetype from = at + start.size();
    bool isNumber = false;
    const double percent = text.mid(from, text.indexOf(' ', from) - from).toDouble(&isNumber);
    return isNumber && percent >= 0 ? std::optional(percent) : std::nullopt;
}

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
