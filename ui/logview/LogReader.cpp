// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogReader.h"

#include <algorithm>

namespace torchmason {

LogReader::LogReader(std::shared_ptr<const LogIndex> index)
    : m_index(std::move(index))
    , m_file(m_index)
{
}

QByteArray LogReader::bytes(qint64 offset, qint64 length)
{
    if (length <= 0 || !m_file.seek(offset))
        return {};
    return m_file.read(length);
}

// Scans from the checkpoint before: at most 128 lines and 64 KB by the index's promise.
qint64 LogReader::offsetOf(qint64 line)
{
    const LogIndex::Place place = m_index->placeBeforeLine(line);
    if (place.line == line)
        return place.offset;
    const QByteArray block = bytes(place.offset, LogIndex::bytesBetween + 1);
    qsizetype at = 0;
    for (qint64 current = place.line; current < line; ++current) {
        const qsizetype end = block.indexOf('\n', at);
        if (end < 0)
            return place.offset + block.size();
        at = end + 1;
    }
    return place.offset + at;
}

QVector<FileLine> LogReader::lines(qint64 first, qint64 count)
{
    QVector<FileLine> result;
    const qint64 end = std::min(first + count, m_index->lineCount());
    const qint64 byteCount = m_index->byteCount();
    if (first < 0 || first >= end)
        return result;
    qint64 offset = offsetOf(first);
    QByteArray block;
    qint64 blockOffset = offset;
    for (qint64 line = first; line < end && offset < byteCount; ++line) {
        // A block that begins with the line reaches its end, or there is a checkpoint behind it.
        const auto breakOfLine = [&] { return block.indexOf('\n', qsizetype(offset - blockOffset)); };
        qsizetype lineBreak = breakOfLine();
        const bool isWhole = lineBreak >= 0 || blockOffset + block.size() >= byteCount;
        if (block.isEmpty() || (!isWhole && blockOffset < offset)) {
            block = bytes(offset, std::min(byteCount - offset, LogIndex::bytesBetween));
            blockOffset = offset;
            lineBreak = breakOfLine();
        }
        const qsizetype at = qsizetype(offset - blockOffset);
        qint64 next = lineBreak >= 0 ? blockOffset + lineBreak + 1
                                     : m_index->checkpointAt(line + 1).value_or(byteCount);
        next = std::max(next, offset + 1);
        result.append({ line, offset, next - offset,
            block.mid(at, qsizetype(std::min<qint64>(next - offset, headBytes))) });
        offset = next;
    }
    return result;
}

qint64 LogReader::lineAt(qint64 offset)
{
    const LogIndex::Place place = m_index->placeBeforeByte(offset);
    const qint64 length = std::min<qint64>(offset - place.offset, LogIndex::bytesBetween);
    return std::min(
        place.line + bytes(place.offset, length).count('\n'), std::max<qint64>(0, m_index->lineCount() - 1));
}

}
