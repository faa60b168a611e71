// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogIndex.h"

#include <algorithm>
#include <cstring>

namespace torchmason {

void LogIndex::lineBegins(qint64 offset, QVector<Place>& fresh)
{
    m_lineStart = offset;
    ++m_line;
    if (m_line - m_last.line < linesBetween && offset - m_last.offset < bytesBetween)
        return;
    m_last = { m_line, offset };
    fresh.append(m_last);
}

void LogIndex::addBlock(QByteArrayView block)
{
    QVector<Place> fresh;
    const char* const begin = block.data();
    const char* const end = begin + block.size();
    const qint64 base = m_bytes; // only this thread writes it
    for (const char* at = begin; at < end;) {
        const auto* found = static_cast<const char*>(std::memchr(at, '\n', size_t(end - at)));
        if (!found)
            break;
        at = found + 1;
        lineBegins(base + (at - begin), fresh);
    }
    const QMutexLocker locker(&m_mutex);
    m_places += fresh;
    m_bytes = base + block.size();
    m_lines = m_line;
    m_tail = m_bytes - m_lineStart;
}

LogIndex::Size LogIndex::size() const
{
    const QMutexLocker locker(&m_mutex);
    return { m_lines + (m_tail > 0 ? 1 : 0), m_bytes };
}

LogIndex::Place LogIndex::placeBefore(qint64 wanted, qint64 Place::*counted) const
{
    const QMutexLocker locker(&m_mutex);
    const auto after = std::upper_bound(m_places.begin(), m_places.end(), wanted,
        [counted](qint64 value, const Place& place) { return value < place.*counted; });
    return after == m_places.begin() ? Place {} : *(after - 1);
}

std::optional<qint64> LogIndex::checkpointAt(qint64 line) const
{
    const Place place = placeBefore(line, &Place::line);
    return place.line == line ? std::optional(place.offset) : std::nullopt;
}

}
