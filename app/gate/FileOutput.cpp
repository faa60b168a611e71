// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/FileOutput.h"

#include "app/gate/MemoryWords.h"

#include <cstdlib>

namespace torchmason::gate {

void FileOutput::remember()
{
    const std::int64_t ends[2] = { endOf(0), endOf(1) };
    for (int index = 0; index < 2 && ends[0] != none && ends[1] != none; ++index)
        m_ends[index] = ends[index];
}

void FileOutput::drop()
{
    for (int index = 0; index < 2; ++index) {
        if (m_ends[index] != none)
            cut(index, m_ends[index]);
    }
}

bool FileOutput::tellsOfMemory() const
{
    constexpr std::int64_t mostRead = 1024 * 1024; // from the end: that is where it says why it ended
    bool tells = false;
    for (int index = 0; index < 2 && !tells; ++index) {
        const std::int64_t end = m_ends[index] == none ? none : endOf(index);
        const std::int64_t begin = end - m_ends[index] > mostRead ? end - mostRead : m_ends[index];
        if (end <= begin)
            continue;
        const auto room = std::size_t(end - begin);
        if (auto* bytes = static_cast<char*>(std::malloc(room))) { // there may be no memory
            const std::size_t length = read(index, begin, bytes, room);
            tells = length > 0 && torchmason::gate::tellsOfMemory(bytes, length);
            std::free(bytes);
        }
    }
    return tells;
}

}
