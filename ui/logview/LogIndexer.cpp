// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogIndexer.h"

#include "ui/logview/openShared.h"

#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int pollMilliseconds = 100;
constexpr qint64 blockBytes = 1024 * 1024;
constexpr int blocksPerStep = 8;

}

LogIndexer::LogIndexer(QString path, std::shared_ptr<LogIndex> index)
    : m_path(std::move(path))
    , m_index(std::move(index))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LogIndexer::step);
}

void LogIndexer::start()
{
    step();
}

void LogIndexer::step()
{
    if (openFile() && wasReplaced())
        startAgain();
    const qint64 before = m_index->byteCount();
    const bool more = m_file.isOpen() && readBlocks();
    if (m_index->byteCount() > before)
        tellGrown(more);
    m_timer.start(more ? 0 : pollMilliseconds);
}

bool LogIndexer::openFile()
{
    if (!QFileInfo::exists(m_path)) {
        setProblem(m_index->byteCount() > 0
                ? tr("This log has been deleted or moved away since it was opened.")
                : tr("This stage has written no log yet."));
        return m_file.isOpen();
    }
    if (!m_file.isOpen() && !openShared(m_file, m_path)) {
        setProblem(tr("This log cannot be read: %1.").arg(m_file.errorString()));
        return false;
    }
    if (!m_wasReadAgain)
        setProblem({});
    return true;
}

bool LogIndexer::wasReplaced()
{
    return m_file.size() < m_index->byteCount();
}

void LogIndexer::startAgain()
{
    m_file.close();
    m_index->clear();
    emit restarted();
    m_wasReadAgain = openShared(m_file, m_path);
    if (m_wasReadAgain)
        setProblem(tr("This log became shorter while it was open; it was read again from its beginning."));
}

// True where there is more to read at once.
bool LogIndexer::readBlocks()
{
    if (!m_file.seek(m_index->byteCount()))
        return false;
    for (int i = 0; i < blocksPerStep; ++i) {
        const QByteArray block = m_file.read(blockBytes);
        if (block.isEmpty())
            return false;
        m_index->addBlock(block);
        if (block.size() < blockBytes)
            return false;
    }
    return true;
}

// While a big file is read for the first time, ten pictures a second are enough; the end is always told.
void LogIndexer::tellGrown(bool more)
{
    if (more && m_sinceTold.isValid() && m_sinceTold.elapsed() < pollMilliseconds)
        return;
    m_sinceTold.start();
    emit grown();
}

void LogIndexer::setProblem(const QString& sentence)
{
    if (sentence == m_problem)
        return;
    m_problem = sentence;
    emit problemChanged(sentence);
}

}
