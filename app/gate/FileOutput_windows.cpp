// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/FileOutput.h"

#include "app/gate/MemoryWords.h"

#include <cstdlib>

#include <windows.h>

namespace torchmason::gate {

namespace {

constexpr std::int64_t mostRead = 1024 * 1024; // from the end: that is where it says why it ended

HANDLE handle(int index)
{
    return GetStdHandle(index == 0 ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

std::int64_t endOf(HANDLE file)
{
    LARGE_INTEGER size {};
    return GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size) ? size.QuadPart : -1;
}

// The access that our own handle was given may not allow it.
std::size_t readFrom(HANDLE own, std::int64_t begin, char* bytes, std::size_t room)
{
    const HANDLE file
        = ReOpenFile(own, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
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

void FileOutput::remember()
{
    if (endOf(handle(0)) < 0 || endOf(handle(1)) < 0)
        return;
    for (int index = 0; index < 2; ++index)
        m_ends[index] = endOf(handle(index));
}

void FileOutput::drop()
{
    for (int index = 0; index < 2; ++index) {
        LARGE_INTEGER end {};
        end.QuadPart = m_ends[index];
        if (m_ends[index] != none && SetFilePointerEx(handle(index), end, nullptr, FILE_BEGIN))
            SetEndOfFile(handle(index));
    }
}

bool FileOutput::tellsOfMemory() const
{
    for (int index = 0; index < 2; ++index) {
        if (m_ends[index] == none)
            continue;
        const std::int64_t end = endOf(handle(index));
        const std::int64_t begin = end - m_ends[index] > mostRead ? end - mostRead : m_ends[index];
        char* bytes = end > begin ? static_cast<char*>(std::malloc(std::size_t(end - begin))) : nullptr;
        const std::size_t length
            = bytes ? readFrom(handle(index), begin, bytes, std::size_t(end - begin)) : 0;
        const bool tells = length > 0 && torchmason::gate::tellsOfMemory(bytes, length);
        std::free(bytes);
        if (tells)
            return true;
    }
    return false;
}

}
