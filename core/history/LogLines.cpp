// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogLines.h"

#include "core/base/TextDecoding.h"

#include <algorithm>
#include <utility>

namespace torchmason {

void LogLines::seek(qint64 offset)
{
    m_file.seek(offset);
    m_buffer.clear();
    m_offset = offset;
    m_at = 0;
}

bool LogLines::readMore()
{
    m_offset += m_buffer.size();
    m_at = 0;
    m_buffer.resize(longest);
    m_buffer.resize(std::max<qint64>(0, m_file.read(m_buffer.data(), longest)));
    return !m_buffer.isEmpty();
}

std::optional<QByteArrayView> LogLines::next()
{
    m_line.clear();
    m_isOverwritten = false;
    if (m_at == m_buffer.size() && !readMore())
        return std::nullopt;
    bool isFirst = true;
    do {
        const qsizetype end = m_buffer.indexOf('\n', m_at);
        const QByteArrayView piece
            = QByteArrayView(m_buffer).sliced(m_at, (end >= 0 ? end : m_buffer.size()) - m_at);
        m_at = end >= 0 ? end + 1 : m_buffer.size();
        if (isFirst && end >= 0)
            return piece;
        add(piece);
        if (end >= 0)
            break;
        isFirst = false;
    } while (readMore());
    return QByteArrayView(m_line);
}

// "10 %\r11 %\r12 %...": of what is too long, what was overwritten makes room.
void LogLines::add(QByteArrayView piece)
{
    if (m_line.size() + piece.size() > longest) {
        const QByteArrayView shown = withoutOverwritten(piece);
        const bool overwrites = shown.data() != piece.data();
        if (overwrites || (!shown.isEmpty() && m_isOverwritten))
            m_line.clear();
        m_isOverwritten = piece.endsWith('\r') || (m_isOverwritten && shown.isEmpty());
        piece = shown;
    }
    m_line += piece.first(std::min(piece.size(), longest - m_line.size()));
}

}
