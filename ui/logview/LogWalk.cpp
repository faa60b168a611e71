// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogWalk.h"

#include "ui/logview/openWithoutLocking.h"

#include <QFileInfo>

namespace torchmason {

namespace {

constexpr qint64 blockBytes = 1024 * 1024;
constexpr int blocksPerStep = 8;

}

LogWalk::LogWalk(QVector<LogPart> parts, std::shared_ptr<LogIndex> index)
    : m_parts(std::move(parts))
    , m_index(std::move(index))
{
}

LogWalk::Change LogWalk::change() const
{
    const auto& sections = m_layout.sections();
    Change change = Change::None;
    qsizetype section = 0;
    for (qsizetype part = 0; part < m_next; ++part) {
        const QFileInfo file(m_parts[part].path);
        const bool wasRead = section < sections.size() && sections[section].part == m_parts[part];
        if (!wasRead && file.exists())
            change = Change::Grown;
        if (!wasRead)
            continue;
        const bool isLast = section + 1 == sections.size();
        if (file.exists() && file.size() < sections[section].bytes)
            return Change::Shrunk;
        if (!isLast && file.size() > sections[section].bytes)
            change = Change::Grown;
        ++section;
    }
    return change;
}

QString LogWalk::vanished() const
{
    for (const LogLayout::Section& section : m_layout.sections()) {
        if (section.bytes > 0 && !QFileInfo::exists(section.part.path))
            return QFileInfo(section.part.path).fileName();
    }
    return {};
}

// The next log that is there. False where there is none.
bool LogWalk::beginNext()
{
    qsizetype next = m_next;
    while (next < m_parts.size() && !QFileInfo::exists(m_parts[next].path))
        ++next;
    if (next == m_parts.size())
        return false;
    auto file = std::make_unique<QFile>();
    const bool isOpen = openWithoutLocking(*file, m_parts[next].path);
    m_problem = isOpen ? QString() : file->errorString();
    if (!isOpen && m_parts.size() == 1)
        return false;
    if (m_last != '\n') {
        m_layout.addBreak();
        m_index->addBlock("\n", m_layout);
    }
    const LogPart& part = m_parts[next];
    m_layout.append(part, m_index->byteCount(), m_index->lineCount());
    m_index->addBlock(part.heading, m_layout);
    m_last = '\n';
    m_file = std::move(file);
    m_next = next + 1;
    return true;
}

bool LogWalk::readSome()
{
    for (int i = 0; i < blocksPerStep; ++i) {
        const auto& sections = m_layout.sections();
        const bool canRead = m_file && m_file->isOpen() && m_file->seek(sections.last().bytes);
        const QByteArray block = canRead ? m_file->read(blockBytes) : QByteArray();
        if (block.isEmpty()) {
            if (!beginNext())
                return false;
            continue;
        }
        m_layout.grow(block.size());
        m_index->addBlock(block, m_layout);
        m_last = block.back();
    }
    return true;
}

bool LogWalk::addParts(const QVector<LogPart>& parts)
{
    if (parts.size() < m_parts.size() || parts.first(m_parts.size()) != m_parts)
        return false;
    m_parts = parts;
    return true;
}

}
