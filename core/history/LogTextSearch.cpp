// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogTextSearch.h"

#include "core/base/CannotRead.h"
#include "core/base/ControlCharacters.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptFiles.h"

#include <QDir>
#include <QFileInfo>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace torchmason {

namespace {

constexpr qsizetype partBytes = 256 * 1024; // what one thread reads and looks at; stays near the processor
constexpr qsizetype partsOfBlock = 16;
constexpr qsizetype mostBytes = 4 * 1024 * 1024; // where no line ends sooner
constexpr int mostThreads = 4; // more wait for memory
constexpr qsizetype longestText = 400;
constexpr qsizetype decodedBytes = 4096; // of a line that may be a megabyte

// Never deleted, and not Qt's own: the end of the application would wait for a thread that a disk holds up.
QThreadPool& helperPool()
{
    static QThreadPool* const pool = new QThreadPool;
    return *pool;
}

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
            found.problem = cannotRead(path, log).message;
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

struct LogTextScan::Part {
    QByteArrayView bytes;
    qsizetype firstEnd = 0; // behind its first line break; 0: it has none
    qsizetype lastEnd = 0; // behind its last
    qint64 lineBreaks = 0; // between them
    QVector<qint64> hits; // counted from there
};

LogTextScan::LogTextScan(const LogQuery& query)
    : m_query(query)
    , m_matchers(1, LogQueryMatcher(query))
{
}

bool LogTextScan::step(const RegularFile& log, QVector<qint64>& hits)
{
    m_firstLine = m_line;
    if (m_isInLine)
        return lookAtPiece(read(log), hits);
    const std::vector<Part> parts = readParts(log);
    const bool isFull = parts.back().bytes.size() == partBytes;
    const LogQueryMatcher& matcher = m_matchers.front();
    QByteArrayView rest(m_block); // from where the line begins that a part does not end
    for (const Part& part : parts) {
        if (part.firstEnd == 0)
            continue;
        m_line += matcher.match(rest.first(part.bytes.data() + part.firstEnd - rest.data()), m_line, hits);
        for (const qint64 hit : part.hits)
            hits.append(m_line + hit);
        m_line += part.lineBreaks;
        rest = rest.sliced(part.bytes.data() + part.lastEnd - rest.data());
    }
    if (isFull && rest.size() == m_block.size())
        return lookAtPiece(read(log), hits);
    m_offset += m_block.size() - rest.size();
    if (!isFull)
        matcher.match(rest, m_line, hits);
    return isFull;
}

// Fills the block. Idle threads of the pool help.
std::vector<LogTextScan::Part> LogTextScan::readParts(const RegularFile& log)
{
    const qint64 rest = log.size() - m_offset;
    std::vector<Part> parts(size_t(std::clamp<qint64>((rest + partBytes - 1) / partBytes, 1, partsOfBlock)));
    m_block.resize(qsizetype(parts.size()) * partBytes);
    char* const bytes = m_block.data();
    std::atomic<size_t> next = 0;
    const auto work = [this, &log, &parts, &next, bytes](const LogQueryMatcher& matcher) {
        for (size_t i = next++; i < parts.size(); i = next++) {
            Part& part = parts[i];
            const qsizetype at = qsizetype(i) * partBytes;
            part.bytes = QByteArrayView(bytes + at, log.readAt(m_offset + at, bytes + at, partBytes));
            part.firstEnd = part.bytes.indexOf('\n') + 1;
            part.lastEnd = beginOfLine(part.bytes, part.bytes.size());
            const QByteArrayView lines = part.bytes.first(part.lastEnd).sliced(part.firstEnd);
            part.lineBreaks = matcher.match(lines, 0, part.hits);
        }
    };
    // Each thread has a matcher of its own: a QRegularExpression is locked while it is asked.
    const size_t threads
        = std::min(parts.size(), size_t(std::clamp(QThread::idealThreadCount(), 1, mostThreads)));
    while (m_matchers.size() < threads)
        m_matchers.emplace_back(m_query);
    QSemaphore ended;
    int helpers = 0;
    for (size_t i = 1; i < threads; ++i) {
        helpers += helperPool().tryStart([this, i, &work, &ended] {
            work(m_matchers[i]);
            ended.release();
        });
    }
    work(m_matchers.front());
    ended.acquire(helpers);
    const auto last = std::find_if(
        parts.begin(), parts.end(), [](const Part& part) { return part.bytes.size() < partBytes; });
    if (last != parts.end())
        parts.erase(last + 1, parts.end());
    m_block.resize(parts.back().bytes.end() - m_block.constData());
    return parts;
}

// Fills the block up to where a line ends. Answers whether there may be more.
bool LogTextScan::read(const RegularFile& log)
{
    m_block.resize(0);
    for (qsizetype wanted = partBytes; wanted <= mostBytes; wanted *= 2) {
        const qsizetype had = m_block.size();
        m_block.resize(wanted);
        m_block.resize(had + log.readAt(m_offset + had, m_block.data() + had, wanted - had));
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
    const LogQueryMatcher& matcher = m_matchers.front();
    const QByteArrayView block(m_block);
    const qsizetype end = block.indexOf('\n');
    if (matcher.matchesPiece(end < 0 ? block : block.first(end), !m_isInLine))
        hits.append(m_line);
    if (end < 0) {
        m_isInLine = m_isInLine || isFull;
        m_offset += isFull ? goodCut(block.first(block.size() - matcher.overlap())) : 0;
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
