// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/HostSampler.h"

#include "core/base/Clock.h"
#include "core/base/DiskSpace.h"
#include "core/process/ProcessTable.h"
#include "core/sampling/EdgeRecognition.h"
#include "core/sampling/MachineReader.h"

namespace torchmason {

namespace {

struct BuildReading {
    QVector<BuildMember> members;
    Bytes memory = 0;
};

// Launchers at the gate and our own small steps: they take no compiler's memory. Linux cuts the names.
bool isOurOwn(const QString& name)
{
    return name.startsWith(QLatin1String("torchmason-gate"))
        || name.startsWith(QLatin1String("torchmason-runn"));
}

// Pages that several processes hold are counted once, as the largest share that one of them has: mostly
// the compiler's own program text. Steps have what is their own, so that together they have no more than the
// build.
BuildReading readBuild(const KernelFolders& folders, const QVector<ProcessEntry>& processes)
{
    BuildReading reading;
    Bytes largestShare = 0;
    for (const ProcessEntry& process : processes) {
        const ProcessMemory memory
            = isOurOwn(process.name) ? ProcessMemory() : readProcessMemory(folders, process.pid);
        reading.members.append(
            { process.pid, process.parent, process.age, memory.own(), readArguments(folders, process.pid) });
        reading.memory += memory.own();
        largestShare = std::max(largestShare, memory.shared);
    }
    reading.memory += largestShare;
    return reading;
}

}

HostSampler::HostSampler(KernelFolders folders)
    : m_folders(std::move(folders))
{
}

Sample HostSampler::take(const BuildProcesses& build, const QString& buildFolder)
{
    Sample sample;
    sample.time = systemClock().wallMilliseconds();
    const MachineReading machine = readMachine(m_folders);
    sample.memoryTotal = machine.memory.total;
    sample.memoryAvailable = machine.memory.available;
    sample.swapUsed = machine.memory.swapUsed;
    sample.coreLoad = m_coreLoad.update(machine.cores);
    sample.memoryPressure = machine.memoryPressure;
    sample.cpuPressure = machine.cpuPressure;
    sample.ioPressure = machine.ioPressure;
    if (const auto disk = diskSpaceAt(buildFolder))
        sample.diskFree = disk->free;
    if (build.leaders.isEmpty())
        return sample;
    const BuildReading reading = readBuild(m_folders, processesOf(build.leaders, readProcesses(m_folders)));
    sample.buildMemory = reading.memory;
    sample.running = runningEdges(reading.members);
    return sample;
}

}
