// SPDX-License-Identifier: GPL-3.0-or-later
// For try-installer: what a build that runs, a scanner and a person without rights do to a setup.
//   bystander FILE              removes FILE, which tells that it was opened
//   bystander while FILE        runs as long as FILE is there (ten minutes at most)
//   bystander hold HELD FILE    the same, and lets nobody else touch HELD
//   bystander lock HELD FILE    the same, in the way in which a runner holds the lock of its attempt
//   bystander turn FILE         the same, and has the turn of setups in a way that nobody else may look at
//   bystander run FILE          starts the command line that FILE holds in UTF-8, as it stands; its exit code
//   bystander limited FILE      the same without the rights of an administrator
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

enum { longest = 8192, noStart = 125 };

static int waitWhile(const wchar_t* file)
{
    for (int tenths = 0; tenths < 6000 && GetFileAttributesW(file) != INVALID_FILE_ATTRIBUTES; ++tenths)
        Sleep(100);
    return 0;
}

static int hold(const wchar_t* held, const wchar_t* file)
{
    const HANDLE handle = CreateFileW(held, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    return handle == INVALID_HANDLE_VALUE ? 1 : waitWhile(file);
}

// As QLockFile opens it.
static int lock(const wchar_t* held, const wchar_t* file)
{
    const HANDLE handle
        = CreateFileW(held, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_ALWAYS, 0, NULL);
    return handle == INVALID_HANDLE_VALUE ? 1 : waitWhile(file);
}

static int takeTurn(const wchar_t* file)
{
    ACL nobody;
    SECURITY_DESCRIPTOR descriptor;
    InitializeAcl(&nobody, sizeof(nobody), ACL_REVISION);
    InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION);
    SetSecurityDescriptorDacl(&descriptor, TRUE, &nobody, FALSE);
    SECURITY_ATTRIBUTES attributes = { sizeof(attributes), &descriptor, FALSE };
    return CreateMutexW(&attributes, FALSE, L"Local\\TorchmasonSetup") ? waitWhile(file) : 1;
}

static int readLine(const wchar_t* file, wchar_t* line)
{
    char bytes[longest];
    DWORD length = 0;
    const HANDLE handle = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    const BOOL isRead = handle != INVALID_HANDLE_VALUE && ReadFile(handle, bytes, longest - 1, &length, NULL);
    const int wide = isRead ? MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, line, longest - 1) : 0;
    line[wide] = L'\0';
    return wide > 0;
}

static HANDLE ownToken(void)
{
    HANDLE own = NULL;
    OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &own);
    return own;
}

static HANDLE limitedToken(void)
{
    HANDLE limited = NULL;
    SID_IDENTIFIER_AUTHORITY authority = { SECURITY_NT_AUTHORITY };
    SID_AND_ATTRIBUTES administrators = { NULL, 0 };
    AllocateAndInitializeSid(&authority, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0,
        0, 0, &administrators.Sid);
    CreateRestrictedToken(ownToken(), 0, 1, &administrators, 0, NULL, 0, NULL, &limited);
    return limited;
}

static int run(const wchar_t* file, HANDLE token)
{
    static wchar_t line[longest];
    STARTUPINFOW startup = { .cb = sizeof(startup) };
    PROCESS_INFORMATION started = { NULL, NULL, 0, 0 };
    DWORD code = noStart;
    if (!readLine(file, line)
        || !CreateProcessAsUserW(token, NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &started)) {
        fprintf(stderr, "bystander: error %lu\n", GetLastError());
        return noStart;
    }
    WaitForSingleObject(started.hProcess, INFINITE);
    GetExitCodeProcess(started.hProcess, &code);
    return (int)code;
}

int wmain(int count, wchar_t** words)
{
    if (count == 2)
        return DeleteFileW(words[1]) ? 0 : 1;
    if (count == 3 && wcscmp(words[1], L"while") == 0)
        return waitWhile(words[2]);
    if (count == 4 && wcscmp(words[1], L"hold") == 0)
        return hold(words[2], words[3]);
    if (count == 4 && wcscmp(words[1], L"lock") == 0)
        return lock(words[2], words[3]);
    if (count == 3 && wcscmp(words[1], L"turn") == 0)
        return takeTurn(words[2]);
    if (count == 3 && wcscmp(words[1], L"run") == 0)
        return run(words[2], ownToken());
    if (count == 3 && wcscmp(words[1], L"limited") == 0)
        return run(words[2], limitedToken());
    return 2;
}
