// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogSearchWorker.h"

#include "ui/logview/openShared.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 blockBytes = 1024 * 1024;
constexpr int blocksPerStep = 8;

}

LogSearchWorker::LogSearchWorker()
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LogSearchWorker::step);
}

void LogSearchWorker::start(int generation, const QString& path, const LogQuery& query)
{
    m_timer.stop();
    m_file.close();
    m_matcher.reset();
    m_generation = generation;
    m_offset = m_line = 0;
    if (query.isEmpty())
        return;
    m_matcher.emplace(query);
    m_path = path;
    m_timer.start(0);
}

void LogSearchWorker::goOn(int generation)
{
    if (generation == m_generation && m_matcher && !m_timer.isActive())
        m_timer.start(0);
}

void LogSearchWorker::step()
{
    QVector<qint64> hits;
    bool more = m_matcher && (m_file.isOpen() || openShared(m_file, m_path));
    for (int i = 0; more && i < blocksPerStep; ++i)
        more = searchBlock(hits);
    emit hitsFound(m_generation, hits, !more);
    if (more)
        m_timer.start(0);
}

// Answers whether there may be more. A last line without its line break is looked at again when it has
// grown; LogSearch takes no line twice.
bool LogSearchWorker::searchBlock(QVector<qint64>& hits)
{
    m_file.seek(m_offset);
    const QByteArray block = m_file.read(blockBytes);
    const qsizetype lastBreak = block.lastIndexOf('\n');
    const qsizetype used = lastBreak >= 0 ? lastBreak + 1 : block.size() == blockBytes ? block.size() : 0;
    const QByteArrayView lines = QByteArrayView(block).first(used);
    m_matcher->match(block, m_line, hits);
    m_line += std::count(lines.begin(), lines.end(), '\n');
    m_offset += used;
    return block.size() == blockBytes;
}

}
