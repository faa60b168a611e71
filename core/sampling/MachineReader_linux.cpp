// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/CgroupMemory.h"
#include "core/sampling/KernelFile.h"
#include "core/sampling/MachineReader.h"
#include "core/sampling/PressureReader.h"

#include <QFile>
#include <QFileInfo>

#include <sys/statvfs.h>

namespace torchmason {

MachineReading readMachine(const KernelFolders& folders)
{
    const auto read = [&](const char* name) { return readKernelFile(folders.proc + QLatin1String(name)); };
    MachineReading reading;
    reading.memory = withinLimit(parseMeminfo(read("/meminfo")), readCgroupMemory(folders));
    reading.cores = parseCpuLines(read("/stat"));
    reading.memoryPressure = parsePressure(read("/pressure/memory"));
    reading.cpuPressure = parsePressure(read("/pressure/cpu"));
    reading.ioPressure = parsePressure(read("/pressure/io"));
    return reading;
}

std::optional<Bytes> readDiskFree(const QString& path)
{
    QString folder = path;
    struct statvfs volume { };
    while (!folder.isEmpty() && ::statvfs(QFile::encodeName(folder).constData(), &volume) != 0) {
        const QString parent = QFileInfo(folder).path();
        if (parent == folder)
            return std::nullopt;
        folder = parent;
    }
    return folder.isEmpty() ? std::nullopt : std::optional(Bytes(volume.f_bavail) * Bytes(volume.f_frsize));
}

}
