// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessTable.h"

#include "core/process/ProcessFamily.h"
#include "core/process/ProcessIdentity.h"

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

Handle openProcess(qint64 pid, DWORD more = 0)
{
    return Handle(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | more, FALSE, DWORD(pid)));
}

quint64 number(const FILETIME& time)
{
    return (quint64(time.dwHighDateTime) << 32) | time.dwLowDateTime;
}

// 100 ns since 1601; 0 where the process may not be asked.
quint64 startOf(const Handle& process)
{
    FILETIME created {};
    FILETIME exited {};
    FILETIME kernel {};
    FILETIME user {};
    const bool told = process.isOpen() && GetProcessTimes(process.get(), &created, &exited, &kernel, &user);
    return told ? number(created) : 0;
}

PROCESS_MEMORY_COUNTERS_EX countersOf(qint64 pid)
{
    PROCESS_MEMORY_COUNTERS_EX counters {};
    const Handle process = openProcess(pid);
    if (process.isOpen())
        GetProcessMemoryInfo(
            process.get(), reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof(counters));
    return counters;
}

// Without times, which would need each process to be opened.
QVector<ProcessEntry> readParents()
{
    QVector<ProcessEntry> table;
    const Handle snapshot(CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
    PROCESSENTRY32W entry {};
    entry.dwSize = sizeof(entry);
    if (!snapshot.isOpen())
        return table;
    for (BOOL more = Process32FirstW(snapshot.get(), &entry); more;
         more = Process32NextW(snapshot.get(), &entry)) {
        ProcessEntry process;
        process.pid = entry.th32ProcessID;
        process.parent = entry.th32ParentProcessID;
        process.name = QString::fromWCharArray(entry.szExeFile);
        table.append(process);
    }
    return table;
}

}

// Windows keeps a parent's number after the parent has ended, and may use it again: a child that is older
// than its parent is no child.
QVector<ProcessEntry> readProcesses(const KernelFolders&)
{
    QVector<ProcessEntry> table = readParents();
    QHash<qint64, quint64> starts;
    FILETIME time {};
    GetSystemTimeAsFileTime(&time);
    const quint64 now = number(time);
    for (ProcessEntry& process : table) {
        process.start = startOf(openProcess(process.pid));
        starts.insert(process.pid, process.start);
        if (process.start > 0 && now > process.start)
            process.age = Milliseconds(qint64((now - process.start) / 10000));
    }
    for (ProcessEntry& process : table) {
        if (process.start > 0 && process.start < starts.value(process.parent))
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
    const PROCESS_MEMORY_COUNTERS_EX counters = countersOf(pid);
    const Bytes resident = counters.WorkingSetSize;
    return { resident, resident - std::min<Bytes>(resident, counters.PrivateUsage) };
}

QVector<Bytes> readMemoryBelow(const KernelFolders&, const QVector<qint64>& pids)
{
    const QVector<ProcessEntry> table = pids.isEmpty() ? QVector<ProcessEntry>() : readParents();
    QVector<Bytes> memory;
    for (const qint64 pid : pids) {
        Bytes sum = 0;
        for (const ProcessEntry& member : processesOf({ pid }, table))
            sum += member.pid == pid ? 0 : countersOf(member.pid).PrivateUsage; // also in the page file
        memory << sum;
    }
    return memory;
}

QString processLabel(qint64 pid)
{
    QString name = QStringLiteral("?");
    for (const ProcessEntry& process : readParents()) {
        if (process.pid == pid)
            name = process.name;
    }
    return QStringLiteral("%1 (%2)").arg(name).arg(pid);
}

ProcessIdentity identifyProcess(qint64 pid)
{
    if (pid <= 0)
        return {};
    const Handle process = openProcess(pid, SYNCHRONIZE);
    const quint64 start = startOf(process);
    if (start == 0 || WaitForSingleObject(process.get(), 0) != WAIT_TIMEOUT)
        return {};
    return { pid, QString::number(start) };
}

bool askToEnd(const ProcessIdentity&)
{
    return false;
}

}
