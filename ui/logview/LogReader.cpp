// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogReader.h"

#include <algorithm>

namespace torchmason {

// Files of logs that began anew are opened again.
void LogReader::setLayout(const LogLayout& layout)
{
    m_layout = layout;
    std::erase_if(m_files, [&layout](const auto& file) {
        const auto& sections = layout.sections();
        return std::none_of(sections.begin(), sections.end(),
            [&file](const Section& section) { return section.index == file.first; });
    });
}

// No more than the layout knows.
QByteArray LogReader::bytes(const Section& section, qint64 offset, qint64 length)
{
    length = std::min(length, section.size.bytes - offset);
    RegularFile& file = m_files[section.index];
    if (!file.isOpen())
        file.setFileName(section.part.path);
    const bool isOpen = file.isOpen() || file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    return length > 0 && isOpen && file.seek(offset) ? file.read(length) : QByteArray();
}

QByteArray LogReader::bytes(const FileLine& line)
{
    const Section* section = m_layout.sectionOf(line.place.stage);
    return line.isHeading() || !section ? line.head : bytes(*section, line.offset, line.length);
}

// Scans from the checkpoint before: at most 128 lines and 64 KB by the index's promise.
qint64 LogReader::offsetOf(const Section& section, qint64 line)
{
    const LogIndex::Place place = section.index->placeBefore(line, &LogIndex::Place::line);
    if (place.line == line)
        return place.offset;
    const QByteArray block = bytes(section, place.offset, LogIndex::bytesBetween + 1);
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
    const qint64 end = std::min(first + count, m_layout.lineCount());
    for (qint64 line = std::max<qint64>(0, first); line < end;) {
        const Section& section = *m_layout.sectionOfLine(line);
        if (line < section.firstLine()) {
            const QByteArray& heading = section.part.heading;
            result.append({ line++, { section.part.stage, -1 }, 0, heading.size(), heading });
            continue;
        }
        readLog(
            section, line - section.firstLine(), std::min(end, section.end()) - section.firstLine(), result);
        line = section.end();
    }
    return result;
}

// Lines of one log, from `first` to before `end`.
void LogReader::readLog(const Section& section, qint64 first, qint64 end, QVector<FileLine>& lines)
{
    const qint64 byteCount = section.size.bytes;
    qint64 offset = offsetOf(section, first);
    QByteArray block;
    qint64 blockOffset = offset;
    for (qint64 line = first; line < end && offset < byteCount; ++line) {
        // A block that begins with the line reaches its end, or there is a checkpoint behind it.
        const auto breakOfLine = [&] { return block.indexOf('\n', qsizetype(offset - blockOffset)); };
        qsizetype lineBreak = breakOfLine();
        const bool isWhole = lineBreak >= 0 || blockOffset + block.size() >= byteCount;
        if (block.isEmpty() || (!isWhole && blockOffset < offset)) {
            block = bytes(section, offset, LogIndex::bytesBetween);
            blockOffset = offset;
            lineBreak = breakOfLine();
        }
        const qsizetype at = qsizetype(offset - blockOffset);
        qint64 next = lineBreak >= 0 ? blockOffset + lineBreak + 1
                                     : section.index->checkpointAt(line + 1).value_or(byteCount);
        next = std::clamp(next, offset + 1, byteCount);
        lines.append({ section.firstLine() + line, { section.part.stage, line }, offset, next - offset,
            block.mid(at, qsizetype(std::min<qint64>(next - offset, headBytes))) });
        offset = next;
    }
}

std::optional<qint64> LogReader::lineAt(const StagePlace& byte)
{
    const Section* section = m_layout.sectionOf(byte.stage);
    if (!section)
        return std::nullopt;
    const qint64 offset = std::clamp<qint64>(byte.value, 0, section->size.bytes);
    const LogIndex::Place place = section->index->placeBefore(offset, &LogIndex::Place::offset);
    const qint64 length = std::min<qint64>(offset - place.offset, LogIndex::bytesBetween);
    const qint64 line = place.line + bytes(*section, place.offset, length).count('\n');
    return section->firstLine() + std::clamp<qint64>(line, 0, std::max<qint64>(0, section->size.lines - 1));
}

}
