// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogTextSearch.h"

#include "core/base/ControlCharacters.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptFiles.h"

#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace torchmason {

namespace {

constexpr qsizetype usualBytes = 256 * 1024; // stays near the processor
constexpr qsizetype mostBytes = 4 * 1024 * 1024; // where no line ends sooner
constexpr qsizetype longestText = 400;
constexpr qsizetype decodedBytes = 4096; // of a line that may be a megabyte

QString textOfHit(const QByteArray& line)
{
    const QString text = withoutControls(plainToolText(line.left(decodedBytes))).simplified();
    return text.size() > longestText ? text.left(longestText) + QStringLiteral("...") : text;
}

// Behind a space or the like, where no letter and no escape sequence is torn, whatever the encoding.
qsizetype goodCut(QByteArrayView piece)
{
    constexpr qsizetype longestEscape = 64;
    const qsizetype furthest = std::max<qsizetype>(1, piece.size() - decodedBytes);
    for (qsizetype at = piece.size(); at > furthest; --at) {
        const char last = piece[at - 1];
        const qsizetype before = std::max<qsizetype>(0, at - longestEscape);
        if (last >= ' ' && last <= '/' && !piece.sliced(before, at - before).contains('\x1b'))
            return at;
    }
    return piece.size();
}

// Logs as they lie there: a record may be gone. What is no file of its own is passed over.
QStringList stagesWithLogs(const AttemptSummary& attempt)
{
    QStringList stages;
    for (const StageResult& stage : attempt.record.stages) {
        if (stage.logFile == AttemptFiles::relativeLog(stage.id))
            stages.append(stage.id);
    }
    const QFileInfoList logs
        = QDir(attempt.folder + QStringLiteral("/logs"))
              .entryInfoList({ QStringLiteral("*.log") }, QDir::Files | QDir::NoSymLinks, QDir::Name);
    QStringList there;
    for (const QFileInfo& log : logs)
        there.append(log.completeBaseName());
    stages.removeIf([&there](const QString& stage) { return !there.contains(stage); });
    for (const QString& stage : there) {
        if (!stages.contains(stage))
            stages.append(stage);
    }
    return stages;
}

void searchLog(const QString& path, const QString& stage, const LogTextWish& wish,
    const std::stop_token& stop, AttemptHits& found)
{
    RegularFile log(path);
    if (!log.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        if (found.problem.isEmpty())
            found.problem = Core::tr("Cannot read %1: %2.").arg(path, log.errorString());
        return;
    }
    LogTextScan scan(wish.query);
    QVector<qint64> lines;
    qint64 last = -1;
    for (bool hasMore = true; hasMore && !stop.stop_requested();) {
        lines.clear();
        hasMore = scan.step(log, lines);
        for (const qint64 line : lines) {
            if (line <= last)
                continue;
            last = line;
            if (found.hits.size() < wish.mostPerAttempt)
                found.hits.append({ stage, line + 1, textOfHit(scan.line(line)) });
            ++found.count;
        }
    }
}

AttemptHits searchAttempt(const AttemptSummary& attempt, const LogTextWish& wish, const std::stop_token& stop)
{
    AttemptHits found;
    found.number = attempt.number;
    if (isLink(attempt.folder))
        return found;
    for (const QString& stage : stagesWithLogs(attempt))
        searchLog(AttemptFiles::log(attempt.folder, stage), stage, wish, stop, found);
    return found;
}

// What both threads share.
class Search {
public:
    Search(const QVector<AttemptSummary>& attempts, const LogTextWish& wish,
        const std::function<void(const AttemptHits&)>& found, const std::stop_token& stop)
        : m_attempts(attempts)
        , m_wish(wish)
        , m_found(found)
        , m_stop(stop)
        , m_done(size_t(attempts.size()))
    {
    }

    void work()
    {
        for (qsizetype next = m_next++; next < m_attempts.size() && !m_stop.stop_requested(); next = m_next++)
            put(next, searchAttempt(m_attempts[next], m_wish, m_stop));
    }

private:
    void put(qsizetype place, AttemptHits hits)
    {
        const std::lock_guard lock(m_mutex);
        m_done[size_t(place)] = std::make_unique<AttemptHits>(std::move(hits));
        for (; m_told < m_done.size() && m_done[m_told]; ++m_told) {
            const AttemptHits& ready = *m_done[m_told];
            if (ready.count > 0 || !ready.problem.isEmpty())
                m_found(ready);
            m_done[m_told]->hits.clear();
        }
    }

    const QVector<AttemptSummary>& m_attempts;
    const LogTextWish& m_wish;
    const std::function<void(const AttemptHits&)>& m_found;
    const std::stop_token& m_stop;
    std::atomic<qsizetype> m_next = 0;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<AttemptHits>> m_done; // by place; empty: not searched yet
    size_t m_told = 0;
};

}

LogTextScan::LogTextScan(const LogQuery& query)
    : m_matcher(query)
{
}

bool LogTextScan::step(QIODevice& log, QVector<qint64>& hits)
{
    m_firstLine = m_line;
    const bool isFull = read(log);
    const QByteArrayView block(m_block);
    const qsizetype used = beginOfLine(block, block.size());
    if (m_isInLine || (isFull && used == 0))
        return lookAtPiece(isFull, hits);
    m_line += m_matcher.match(isFull ? block.first(used) : block, m_line, hits);
    m_offset += used;
    return isFull;
}

bool LogTextScan::read(QIODevice& log)
{
    const bool isThere = log.seek(m_offset);
    m_block.resize(0);
    for (qsizetype wanted = usualBytes; wanted <= mostBytes; wanted *= 2) {
        const qsizetype had = m_block.size();
        m_block.resize(wanted);
        const qint64 size = isThere ? log.read(m_block.data() + had, wanted - had) : 0;
        m_block.resize(had + std::max<qint64>(size, 0));
        if (m_block.size() < wanted)
            return false;
        if (m_block.indexOf('\n', had) >= 0)
            break;
    }
    return true;
}

// Of a line that is longer than a block.
bool LogTextScan::lookAtPiece(bool isFull, QVector<qint64>& hits)
{
    const QByteArrayView block(m_block);
    const qsizetype end = block.indexOf('\n');
    if (m_matcher.matchesPiece(end < 0 ? block : block.first(end), !m_isInLine))
        hits.append(m_line);
    if (end < 0) {
        m_isInLine = m_isInLine || isFull;
        m_offset += isFull ? goodCut(block.first(block.size() - m_matcher.overlap())) : 0;
        return isFull;
    }
    m_isInLine = false;
    ++m_line;
    m_offset += end + 1;
    return isFull || end + 1 < block.size();
}

QByteArray LogTextScan::line(qint64 number) const
{
    qsizetype begin = 0;
    for (qint64 at = m_firstLine; at < number; ++at) {
        const qsizetype end = m_block.indexOf('\n', begin);
        if (end < 0)
            return {};
        begin = end + 1;
    }
    const qsizetype end = m_block.indexOf('\n', begin);
    return m_block.mid(begin, end < 0 ? -1 : end - begin);
}

Result<bool> searchLogs(const QVector<AttemptSummary>& attempts, const LogTextWish& wish,
    const std::function<void(const AttemptHits&)>& found, const std::stop_token& stop)
{
    if (const QString problem = LogQueryMatcher(wish.query).problem(); !problem.isEmpty())
        return Error { problem };
    Search search(attempts, wish, found, stop);
    // A thread of Qt, because expressions leave something in the thread that must be taken down.
    const std::unique_ptr<QThread> helper(QThread::create([&search] { search.work(); }));
    helper->start();
    search.work();
    helper->wait();
    return !stop.stop_requested();
}

}
