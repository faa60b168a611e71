// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/HeldOutput.h"

#include "app/gate/MemoryWords.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace torchmason::gate {

namespace {

constexpr std::size_t mostHeld = 8 * 1024 * 1024;

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

void HeldOutput::begin()
{
    const std::int64_t ends[2] = { endOf(0), endOf(1) };
    for (int index = 0; index < 2 && ends[0] != none && ends[1] != none; ++index)
        m_ends[index] = ends[index];
}

void HeldOutput::drop()
{
    m_length = 0;
    for (int index = 0; index < 2; ++index) {
        if (m_ends[index] != none)
            cut(index, m_ends[index]);
    }
}

bool HeldOutput::tellsOfMemory() const
{
    return torchmason::gate::tellsOfMemory(m_bytes, m_length) || filesTellOfMemory();
}

bool HeldOutput::filesTellOfMemory() const
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
