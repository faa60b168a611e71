// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogLayout.h"

#include <algorithm>

namespace torchmason {

namespace {

// The last section whose begin, by `key`, is not behind `wanted`.
template <typename Key>
const LogLayout::Section* lastBefore(const QVector<LogLayout::Section>& sections, qint64 wanted, Key key)
{
    const auto after = std::upper_bound(sections.begin(), sections.end(), wanted,
        [&key](qint64 value, const LogLayout::Section& section) { return value < key(section); });
    return after == sections.begin() ? nullptr : &*(after - 1);
}

}

void LogLayout::append(const LogPart& part, qint64 bytes, qint64 lines)
{
    m_sections.append({ part, bytes, 0, lines, false });
}

const LogLayout::Section* LogLayout::sectionOfLine(qint64 line) const
{
    return lastBefore(m_sections, line, [](const Section& section) { return section.line; });
}

const LogLayout::Section* LogLayout::sectionOfByte(qint64 offset) const
{
    return lastBefore(m_sections, offset, [](const Section& section) { return section.begin; });
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
    return section && section->line == line && !section->part.heading.isEmpty();
}

qint64 LogLayout::linesBelow(const Section& section, qint64 lineCount) const
{
    const qsizetype next = &section - m_sections.constData() + 1;
    return (next < m_sections.size() ? m_sections[next].line : lineCount) - section.firstLine();
}

StagePlace LogLayout::placeOfLine(qint64 line) const
{
    const Section* section = sectionOfLine(line);
    return section ? StagePlace { section->part.stage, line - section->firstLine() } : StagePlace {};
}

StagePlace LogLayout::placeOfByte(qint64 offset) const
{
    const Section* section = sectionOfByte(offset);
    if (!section)
        return {};
    return { section->part.stage, std::clamp<qint64>(offset - section->logBegin(), -1, section->bytes) };
}

std::optional<qint64> LogLayout::lineOf(const QString& stage, qint64 stageLine) const
{
    const Section* section = sectionOf(stage);
    return section ? std::optional(section->firstLine() + stageLine) : std::nullopt;
}

std::optional<qint64> LogLayout::byteOf(const QString& stage, qint64 stageOffset) const
{
    const Section* section = sectionOf(stage);
    return section ? std::optional(section->logBegin() + stageOffset) : std::nullopt;
}

}
