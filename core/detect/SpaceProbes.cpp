// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/DiskSpace.h"
#include "core/detect/Probe.h"
#include "core/memory/MemoryReader.h"

#include <QDir>

namespace torchmason {

namespace {

DiskFacts diskOf(const QString& role, const QString& folder)
{
    DiskFacts disk { role, folder, std::nullopt, std::nullopt };
    if (const auto space = diskSpaceAt(folder)) {
        disk.free = space->free;
        disk.total = space->total;
    }
    return disk;
}

}

FactsChange probeMemory(const ProbeContext& context)
{
    const MemoryReading memory = readMemory(
        { context.root + QStringLiteral("/proc"), context.root + QStringLiteral("/sys/fs/cgroup") });
    if (!memory.total)
        return unknownChange(
            QStringLiteral("memory"), Core::tr("The system does not tell how much there is."));
    return [memory](HostFacts& facts) {
        facts.memoryTotal = memory.total;
        facts.memoryAvailable = memory.available;
        facts.swapTotal = memory.swapTotal;
    };
}

FactsChange probeDisks(const ProbeContext& context)
{
    const auto orWorkFolder
        = [](const QString& folder) { return folder.isEmpty() ? AppPaths::workFolder() : folder; };
    const QVector<DiskFacts> disks {
        diskOf(QStringLiteral("source"), orWorkFolder(context.wishes.sourceFolder)),
        diskOf(QStringLiteral("build"), orWorkFolder(context.wishes.buildFolder)),
        diskOf(QStringLiteral("temp"), QDir::tempPath()),
    };
    return [disks](HostFacts& facts) { facts.disks = disks; };
}

}
