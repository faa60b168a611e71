// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/FileOutput.h"

#include "app/gate/MemoryWords.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason::gate {

namespace {

constexpr int files[2] = { STDOUT_FILENO, STDERR_FILENO };
constexpr std::int64_t mostRead = 1024 * 1024; // from the end: that is where it says why it ended

bool isFile(int file)
{
    struct stat facts { };
    return ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
}

}

void FileOutput::remember()
{
    if (!isFile(files[0]) || !isFile(files[1]))
        return;
    for (int index = 0; index < 2; ++index)
        m_ends[index] = ::lseek(files[index], 0, SEEK_END);
}

void FileOutput::drop()
{
    for (int index = 0; index < 2; ++index) {
        if (m_ends[index] != none && ::ftruncate(files[index], m_ends[index]) == 0)
            ::lseek(files[index], m_ends[index], SEEK_SET);
    }
}

bool FileOutput::tellsOfMemory() const
{
    for (int index = 0; index < 2; ++index) {
        if (m_ends[index] == none)
            continue;
        const std::int64_t end = ::lseek(files[index], 0, SEEK_END);
        const std::int64_t begin = end - m_ends[index] > mostRead ? end - mostRead : m_ends[index];
        char path[32];
        std::snprintf(path, sizeof(path), "/proc/self/fd/%d", files[index]); // ours may be for writing only
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        char* bytes = end > begin ? static_cast<char*>(std::malloc(std::size_t(end - begin))) : nullptr;
        const ssize_t length = file >= 0 && bytes ? ::pread(file, bytes, std::size_t(end - begin), begin) : 0;
        const bool tells = length > 0 && torchmason::gate::tellsOfMemory(bytes, std::size_t(length));
        std::free(bytes);
        if (file >= 0)
            ::close(file);
        if (tells)
            return true;
    }
    return false;
}

}
