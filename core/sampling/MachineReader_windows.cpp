// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/MachineReader.h"

#include <QDir>
#include <QFileInfo>

#include <vector>

#include <windows.h>
#include <winternl.h>

namespace torchmason {

namespace {

MemoryReading readMemory()
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof(status);
    MemoryReading reading;
    if (!GlobalMemoryStatusEx(&status))
        return reading;
    reading.total = status.ullTotalPhys;
    reading.available = status.ullAvailPhys;
    // The page file limit holds the physical memory, too.
    const DWORDLONG pageFile
        = status.ullTotalPageFile - std::min(status.ullTotalPageFile, status.ullTotalPhys);
    const DWORDLONG committed = status.ullTotalPageFile - status.ullAvailPageFile;
    reading.swapUsed = std::min(pageFile, committed - std::min(committed, status.ullTotalPhys));
    return reading;
}

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

MachineReading readMachine(const KernelFolders&)
{
    MachineReading reading;
    reading.memory = readMemory();
    reading.cores = readCores();
    return reading;
}

std::optional<Bytes> readDiskFree(const QString& path)
{
    QString folder = path;
    while (!folder.isEmpty() && !QFileInfo::exists(folder)) {
        const QString parent = QFileInfo(folder).path();
        if (parent == folder)
            return std::nullopt;
        folder = parent;
    }
    ULARGE_INTEGER free {};
    const std::wstring native = QDir::toNativeSeparators(folder).toStdWString();
    if (folder.isEmpty() || !GetDiskFreeSpaceExW(native.c_str(), &free, nullptr, nullptr))
        return std::nullopt;
    return Bytes(free.QuadPart);
}

}
