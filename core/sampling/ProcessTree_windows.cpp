// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/ProcessTree.h"

#include <QMultiHash>
#include <QSet>

#include <windows.h>

#include <psapi.h>
#include <tlhelp32.h>

namespace torchmason {

namespace {

QMultiHash<DWORD, DWORD> childrenOfAll()
{
    QMultiHash<DWORD, DWORD> children;
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (snapshot == INVALID_HANDLE_VALUE)
        return children;
    PROCESSENTRY32W entry {};
    entry.dwSize = sizeof(entry);
    for (BOOL more = Process32FirstW(snapshot, &entry); more; more = Process32NextW(snapshot, &entry))
        children.insert(entry.th32ParentProcessID, entry.th32ProcessID);
    CloseHandle(snapshot);
    return children;
}

Bytes privateMemory(DWORD pid)
{
    const HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid);
    if (!process)
        return 0;
    PROCESS_MEMORY_COUNTERS_EX counters {};
    counters.cb = sizeof(counters);
    const bool told = GetProcessMemoryInfo(
        process, reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof(counters));
    CloseHandle(process);
    return told ? Bytes(counters.PrivateUsage) : 0;
}

Bytes treeMemory(const QMultiHash<DWORD, DWORD>& children, qint64 pid)
{
    QVector<DWORD> members { DWORD(pid) };
    QSet<DWORD> seen { DWORD(pid) };
    Bytes sum = 0;
    for (qsizetype index = 0; index < members.size(); ++index) {
        sum += privateMemory(members[index]);
        for (const DWORD child : children.values(members[index])) {
            if (!seen.contains(child)) {
                seen.insert(child);
                members.append(child);
            }
        }
    }
    return sum;
}

}

QVector<Bytes> readTreesMemory(const KernelFolders&, const QVector<qint64>& pids)
{
    const QMultiHash<DWORD, DWORD> children = pids.isEmpty() ? QMultiHash<DWORD, DWORD>() : childrenOfAll();
    QVector<Bytes> memory;
    for (const qint64 pid : pids)
        memory << treeMemory(children, pid);
    return memory;
}

}
