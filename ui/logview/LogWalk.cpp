// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogWalk.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr qint64 blockBytes = 1024 * 1024;
constexpr int blocksPerStep = 8;

}

void LogWalk::setParts(const QVector<LogPart>& parts)
{
    std::vector<Log> logs;
    for (const LogPart& part : parts) {
        const auto known = std::find_if(
            m_logs.begin(), m_logs.end(), [&part](const Log& log) { return log.part.path == part.path; });
        logs.push_back(known == m_logs.end() ? Log {} : std::move(*known));
        logs.back().part = part;
    }
    m_logs = std::move(logs);
}

// A log that became shorter, or has come back, begins anew.
void LogWalk::look(Log& log)
{
    const QFileInfo file(log.part.path);
    const bool wasGone = std::exchange(log.isGone, log.hasBegun && !file.exists());
    const qint64 bytes = log.index->size().bytes;
    const bool isShorter = file.exists() && bytes > 0 && (wasGone || file.size() < bytes);
    if (isShorter) {
        log.index = std::make_shared<LogIndex>();
        log.file = std::make_unique<RegularFile>();
        m_wasShorter = true;
    }
    log.hasBegun = log.hasBegun || file.exists();
    if (!file.exists() || log.file->isOpen())
        return;
    log.file->setFileName(log.part.path);
    log.problem
        = log.file->open(QIODevice::ReadOnly | QIODevice::Unbuffered) ? QString() : log.file->errorString();
}

QByteArray LogWalk::nextBlock(Log& log)
{
    const bool canRead = log.file->isOpen() && log.file->seek(log.index->size().bytes);
    return canRead ? log.file->read(blockBytes) : QByteArray();
}

// One after the other, so that what is in sight stays where it is while large logs are read.
bool LogWalk::readSome()
{
    int blocks = 0;
    for (Log& log : m_logs) {
        look(log);
        for (QByteArray block = nextBlock(log); !block.isEmpty(); block = nextBlock(log)) {
            log.index->addBlock(block);
            if (++blocks == blocksPerStep)
                return true;
        }
    }
    return false;
}

LogLayout LogWalk::layout() const
{
    LogLayout layout;
    for (const Log& log : m_logs) {
        if (log.hasBegun)
            layout.append(log.part, log.index);
    }
    return layout;
}

QString LogWalk::vanished() const
{
    const auto gone = std::find_if(m_logs.begin(), m_logs.end(),
        [](const Log& log) { return log.isGone && log.index->size().bytes > 0; });
    return gone == m_logs.end() ? QString() : QFileInfo(gone->part.path).fileName();
}

QString LogWalk::problem() const
{
    const auto found
        = std::find_if(m_logs.begin(), m_logs.end(), [](const Log& log) { return !log.problem.isEmpty(); });
    return found == m_logs.end() ? QString() : found->problem;
}

}
