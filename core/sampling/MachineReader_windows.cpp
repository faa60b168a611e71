// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/MachineReader.h"

#include <algorithm>
#include <vector>

#include <windows.h>
#include <winternl.h>

namespace torchmason {

namespace {

// Times of each logical processor of this group; kernel time holds the idle time.
QVector<CoreTimes> readCores()
{
    using Query = NTSTATUS(NTAPI*)(SYSTEM_INFORMATION_CLASS, PVOID, ULONG, PULONG);
    const auto query = reinterpret_cast<Query>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformation")));
    std::vector<SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION> list(256);
    ULONG size = 0;
    const auto bytes = ULONG(list.size() * sizeof(list[0]));
    if (!query || query(SystemProcessorPerformanceInformation, list.data(), bytes, &size) < 0)
        return {};
    QVector<CoreTimes> cores;
    for (int core = 0; core < int(size / sizeof(list[0])); ++core) {
        const auto& times = list[size_t(core)];
        const auto total = quint64(times.KernelTime.QuadPart + times.UserTime.QuadPart);
        const auto idle = quint64(times.IdleTime.QuadPart);
        cores.append({ core, total - std::min(idle, total), total });
    }
    return cores;
}

}

MachineReading readMachine(const KernelFolders& folders)
{
    MachineReading reading;
    reading.memory = readMemory(folders);
    reading.cores = readCores();
    return reading;
}

}
