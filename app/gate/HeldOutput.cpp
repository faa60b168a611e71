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
    m_files.remember();
}

void HeldOutput::drop()
{
    m_length = 0;
    m_files.drop();
}

bool HeldOutput::tellsOfMemory() const
{
    return torchmason::gate::tellsOfMemory(m_bytes, m_length) || m_files.tellsOfMemory();
}

}
