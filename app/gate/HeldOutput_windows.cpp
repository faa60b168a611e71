// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/HeldOutput.h"

#include <windows.h>

namespace torchmason::gate {

namespace {

HANDLE handle(int index)
{
    return GetStdHandle(index == 0 ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

}

std::int64_t HeldOutput::endOf(int index)
{
    LARGE_INTEGER size {};
    const HANDLE file = handle(index);
    return GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size) ? size.QuadPart : none;
}

void HeldOutput::cut(int index, std::int64_t end)
{
    LARGE_INTEGER at {};
    at.QuadPart = end;
    if (SetFilePointerEx(handle(index), at, nullptr, FILE_BEGIN))
        SetEndOfFile(handle(index));
}

// The access that our own handle was given may not allow it.
std::size_t HeldOutput::read(int index, std::int64_t begin, char* bytes, std::size_t room)
{
    const HANDLE file
        = ReOpenFile(handle(index), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    LARGE_INTEGER at {};
    at.QuadPart = begin;
    DWORD length = 0;
    if (!SetFilePointerEx(file, at, nullptr, FILE_BEGIN)
        || !ReadFile(file, bytes, DWORD(room), &length, nullptr))
        length = 0;
    CloseHandle(file);
    return length;
}

}
