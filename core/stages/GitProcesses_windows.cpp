// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitMend.h"

#include <QtGlobal>

#include <windows.h>

#include <tlhelp32.h>

#include <cwchar>

namespace torchmason {

bool mayGitBeAtWorkIn(const QString& folder)
{
    Q_UNUSED(folder)
    HANDLE table = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (table == INVALID_HANDLE_VALUE)
        return true;
    PROCESSENTRY32W entry = {};
    entry.dwSize = sizeof(entry);
    bool isThere = false;
    for (BOOL more = Process32FirstW(table, &entry); more && !isThere; more = Process32NextW(table, &entry))
        isThere = _wcsnicmp(entry.szExeFile, L"git", 3) == 0;
    CloseHandle(table);
    return isThere;
}

}
