// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/HeldOutput.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace torchmason::gate {

namespace {

constexpr std::size_t mostHeld = 8 * 1024 * 1024;

bool contains(const char* bytes, std::size_t length, const char* words)
{
    const char* end = bytes + length;
    return std::search(bytes, end, words, words + std::strlen(words)) != end;
}

}

HeldOutput::~HeldOutput()
{
    std::free(m_bytes);
}

void HeldOutput::add(const char* bytes, std::size_t length)
{
    if (!m_passesOn && m_length + length > mostHeld) {
        release();
        m_passesOn = true;
    }
    if (m_passesOn)
        return writeOut(bytes, length);
    if (m_length + length > m_room) {
        const std::size_t room = std::max<std::size_t>(2 * m_room, m_length + length + 4096);
        void* more = std::realloc(m_bytes, room);
        if (!more) {
            release();
            m_passesOn = true;
            return writeOut(bytes, length);
        }
        m_bytes = static_cast<char*>(more);
        m_room = room;
    }
    std::memcpy(m_bytes + m_length, bytes, length);
    m_length += length;
}

void HeldOutput::release()
{
    if (m_length > 0)
        writeOut(m_bytes, m_length);
    m_length = 0;
}

bool HeldOutput::tellsOfMemory() const
{
    static const char* const sentences[] = {
        "virtual memory exhausted", // cc1plus: virtual memory exhausted: Cannot allocate memory
        "out of memory allocating", // cc1plus: out of memory allocating 65536 bytes after a total of ...
        "Killed signal terminated program", // g++: fatal error: Killed signal terminated program cc1plus
        "internal compiler error: Killed", // the same of older drivers
        "terminated with signal 9 [Killed]", // collect2: fatal error: ld terminated with signal 9 [Killed]
        "memory exhausted", // ld: final link failed: memory exhausted
        "final link failed: Cannot allocate memory", "LLVM ERROR: out of memory", "std::bad_alloc",
        "died due to signal 9", // nvcc error : 'cicc' died due to signal 9 (Kill signal)
        "died with status 0xC0000017", // STATUS_NO_MEMORY
        "Memory allocation failure", // ptxas fatal : Memory allocation failure
        "error C1060", // compiler is out of heap space
        "error C1002", // compiler is out of heap space in pass 2
        "error C3859", // virtual memory range for PCH exceeded
        "error LNK1102", // out of memory
        "WinError 1455", // the paging file is too small
    };
    for (const char* sentence : sentences) {
        if (contains(m_bytes, m_length, sentence))
            return true;
    }
    return false;
}

}
