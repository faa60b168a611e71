// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogLayout.h"

#include <algorithm>

namespace torchmason {

void LogLayout::append(const LogPart& part, const std::shared_ptr<const LogIndex>& index)
{
    m_sections.append({ part, index, index->size(), lineCount() });
}

qint64 LogLayout::bytesBefore(qint64 line) const
{
    qint64 bytes = 0;
    for (const Section& section : m_sections) {
        if (line < section.end())
            return bytes
                + section.index
                      ->placeBefore(std::max<qint64>(0, line - section.firstLine()), &LogIndex::Place::line)
                      .offset;
        bytes += section.size.bytes;
    }
    return bytes;
}

const LogLayout::Section* LogLayout::sectionOfLine(qint64 line) const
{
    const auto after = std::upper_bound(m_sections.begin(), m_sections.end(), line,
        [](qint64 wanted, const Section& section) { return wanted < section.line; });
    return after == m_sections.begin() ? nullptr : &*(after - 1);
}

const LogLayout::Section* LogLayout::sectionOf(const QString& stage) const
{
    const auto found = std::find_if(m_sections.begin(), m_sections.end(),
        [&stage](const Section& section) { return section.part.stage == stage; });
    return found == m_sections.end() ? nullptr : &*found;
}

bool LogLayout::isHeading(qint64 line) const
{
    const Section* section = sectionOfLine(line);
    return section && line < section->firstLine();
}

QVector<qint64> LogLayout::headings() const
{
    QVector<qint64> lines;
    for (const Section& section : m_sections) {
        if (!section.part.heading.isEmpty())
            lines.append(section.line);
    }
    return lines;
}

StagePlace LogLayout::placeOfLine(qint64 line) const
{
    const Section* section = sectionOfLine(line);
    return section ? StagePlace { section->part.stage, line - section->firstLine() } : StagePlace {};
}

std::optional<qint64> LogLayout::lineOf(const QString& stage, qint64 stageLine) const
{
    const Section* section = sectionOf(stage);
    return section ? std::optional(section->firstLine() + stageLine) : std::nullopt;
}

bool LogLayout::keepsLinesOf(const LogLayout& before) const
{
    return before.m_sections.size() <= m_sections.size()
        && std::equal(before.m_sections.begin(), before.m_sections.end(), m_sections.begin(),
            [](const Section& one, const Section& other) {
                return one.part == other.part && one.index == other.index && one.line == other.line;
            });
}

qint64 LogLayout::lineFrom(const LogLayout& before, qint64 line) const
{
    const StagePlace place = before.placeOfLine(line);
    const Section* section = sectionOf(place.stage);
    if (!section)
        return std::clamp<qint64>(line, 0, std::max<qint64>(0, lineCount() - 1));
    return std::clamp(
        section->firstLine() + place.value, section->line, std::max(section->line, section->end() - 1));
}

}
