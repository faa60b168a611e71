// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessIdentity.h"

#include <windows.h>

namespace torchmason {

ProcessIdentity identifyProcess(qint64 pid)
{
    if (pid <= 0)
        return {};
    const HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, DWORD(pid));
    if (!process)
        return {};
    FILETIME created {};
    FILETIME exited {};
    FILETIME kernel {};
    FILETIME user {};
    const bool living = WaitForSingleObject(process, 0) == WAIT_TIMEOUT
        && GetProcessTimes(process, &created, &exited, &kernel, &user);
    CloseHandle(process);
    if (!living)
        return {};
    const quint64 ticks = (quint64(created.dwHighDateTime) << 32) | created.dwLowDateTime;
    return { pid, QString::number(ticks) };
}

bool isAlive(const ProcessIdentity& identity)
{
    return identity.pid > 0 && identifyProcess(identity.pid).startMark == identity.startMark;
}

bool askToEnd(const ProcessIdentity&)
{
    return false;
}

}
