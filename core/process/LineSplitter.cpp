// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/LineSplitter.h"

#include <algorithm>

namespace torchmason {

void LineSplitter::keep(const char* from, qint64 length)
{
    const qint64 room = std::max<qint64>(0, longest - m_kept.size());
    const qint64 kept = std::min(room, length);
    m_kept.append(from, kept);
    m_cut += length - kept;
    m_length += length;
}

// The text must outlive this chunk, because the byte after \r decides.
void LineSplitter::rememberReturn()
{
    if (m_text.data() != m_kept.constData())
        m_kept = m_text.toByteArray();
    m_afterReturn = true;
}

void LineSplitter::forget()
{
    if (m_kept.capacity() > 64 * 1024)
        m_kept = QByteArray();
    else
        m_kept.resize(0);
    m_text = {};
    m_length = 0;
    m_cut = 0;
    m_whole = true;
}

}
