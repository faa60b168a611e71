// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/ProcessTable.h"

#include <QHash>

#include <vector>

#include <windows.h>

#include <psapi.h>
#include <shellapi.h>
#include <tlhelp32.h>
#include <winternl.h>

namespace torchmason {

namespace {

class Handle {
public:
    explicit Handle(HANDLE handle)
        : m_handle(handle)
    {
    }
    ~Handle()
    {
        if (isOpen())
            CloseHandle(m_handle);
    }
    Q_DISABLE_COPY_MOVE(Handle)
    HANDLE get() const { return m_handle; }
    bool isOpen() const { return m_handle && m_handle != INVALID_HANDLE_VALUE; }

private:
    HANDLE m_handle;
};

Handle openProcess(qint64 pid)
{
    return Handle(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, DWORD(pid)));
}

// 100 ns since 1601; 0 where the process may not be asked.
quint64 startOf(qint64 pid)
{
    const Handle process = openProcess(pid);
    FILETIME created {};
    FILETIME exited {};
    FILETIME kernel {};
    FILETIME user {};
    if (!process.isOpen() || !GetProcessTimes(process.get(), &created, &exited, &kernel, &user))
        return 0;
    return (quint64(created.dwHighDateTime) << 32) | created.dwLowDateTime;
}

quint64 nowTime()
{
    FILETIME now {};
    GetSystemTimeAsFileTime(&now);
    return (quint64(now.dwHighDateTime) << 32) | now.dwLowDateTime;
}

}

// Windows keeps a parent's number after the parent has ended, and may use it again: a child that is older
// than its parent is no child.
QVector<ProcessEntry> ProcessTable::readAll()
{
    QVector<ProcessEntry> table;
    const Handle snapshot(CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
    PROCESSENTRY32W entry {};
    entry.dwSize = sizeof(entry);
    if (!snapshot.isOpen() || !Process32FirstW(snapshot.get(), &entry))
        return table;
    QHash<qint64, quint64> starts;
    const quint64 now = nowTime();
    do {
        ProcessEntry process;
        process.pid = entry.th32ProcessID;
        process.parent = entry.th32ParentProcessID;
        const quint64 start = startOf(process.pid);
        starts.insert(process.pid, start);
        if (start > 0 && now > start)
            process.age = Milliseconds(qint64((now - start) / 10000));
        table.append(process);
    } while (Process32NextW(snapshot.get(), &entry));
    for (ProcessEntry& process : table) {
        const quint64 parentStart = starts.value(process.parent);
        if (parentStart > 0 && starts.value(process.pid) > 0 && starts.value(process.pid) < parentStart)
            process.parent = 0;
    }
    return table;
}

QStringList readArguments(const KernelFolders&, qint64 pid)
{
    // ProcessCommandLineInformation, since Windows 8.1.
    constexpr auto commandLineInformation = PROCESSINFOCLASS(60);
    using Query = NTSTATUS(NTAPI*)(HANDLE, PROCESSINFOCLASS, PVOID, ULONG, PULONG);
    static const auto query = reinterpret_cast<Query>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationProcess")));
    const Handle process = openProcess(pid);
    std::vector<char> buffer(80 * 1024);
    ULONG size = 0;
    if (!query || !process.isOpen()
        || query(process.get(), commandLineInformation, buffer.data(), ULONG(buffer.size()), &size) < 0)
        return {};
    const auto* text = reinterpret_cast<const UNICODE_STRING*>(buffer.data());
    const std::wstring line(text->Buffer, text->Length / sizeof(wchar_t));
    int count = 0;
    LPWSTR* words = line.empty() ? nullptr : CommandLineToArgvW(line.c_str(), &count);
    QStringList arguments;
    for (int index = 0; words && index < count; ++index)
        arguments << QString::fromWCharArray(words[index]);
    LocalFree(words);
    return arguments;
}

ProcessMemory readProcessMemory(const KernelFolders&, qint64 pid)
{
    const Handle process = openProcess(pid);
    PROCESS_MEMORY_COUNTERS_EX counters {};
    if (!process.isOpen()
        || !GetProcessMemoryInfo(
            process.get(), reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof(counters)))
        return {};
    const Bytes resident = counters.WorkingSetSize;
    return { resident, resident - std::min<Bytes>(resident, counters.PrivateUsage) };
}

}
