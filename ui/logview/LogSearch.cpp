// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogSearch.h"

#include "core/base/RegularFile.h"
#include "core/history/LogTextSearch.h"
#include "ui/models/Background.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <utility>

namespace torchmason {

namespace {

constexpr int stepMilliseconds = 50; // then the hits so far are shown

}

// A search in one log. One thread at a time uses it.
struct LogScan {
    LogScan(const QString& logPath, const LogQuery& query)
        : file(logPath)
        , text(query)
    {
    }

    QVector<qint64> step();

    RegularFile file;
    LogTextScan text;
    qint64 firstLine = 0; // of the last step; hits from here on are found again
    bool hasMore = true;
    bool hasHit = false;
    std::atomic<bool> isUnwanted = false; // said by the main thread
};

// The first hit is told at once.
QVector<qint64> LogScan::step()
{
    QVector<qint64> hits;
    QElapsedTimer clock;
    clock.start();
    firstLine = text.nextLine();
    hasMore = file.isOpen() || file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    while (hasMore && !isUnwanted && (hasHit || hits.isEmpty()) && clock.elapsed() < stepMilliseconds)
        hasMore = text.step(file, hits);
    hasHit = hasHit || !hits.isEmpty();
    return hits;
}

void LogSearch::start(const LogLayout& layout, const LogQuery& query)
{
    m_query = query;
    m_problem = LogQueryMatcher(query).problem();
    for (const Part& part : m_parts)
        part.scan->isUnwanted = true;
    m_parts.clear();
    m_hits.clear();
    setLayout(layout);
    emit changed(); // busy from here on, if there is a log
}

void LogSearch::setLayout(const LogLayout& layout)
{
    if (m_query.isEmpty() || !m_problem.isEmpty())
        return;
    std::vector<Part> parts;
    for (const LogLayout::Section& section : layout.sections()) {
        const auto known = std::find_if(m_parts.begin(), m_parts.end(),
            [&section](const Part& part) { return part.section.index == section.index; });
        if (known == m_parts.end())
            parts.push_back({ std::make_shared<LogScan>(section.part.path, m_query), section });
        else
            parts.push_back(std::move(*known));
        Part& part = parts.back();
        part.hasMore = part.hasMore || part.section.size.bytes < section.size.bytes;
        part.section = section;
    }
    m_parts = std::move(parts);
    if (putTogether())
        emit changed();
    step();
}

bool LogSearch::isBusy() const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [](const Part& part) { return !part.wasAtEnd; });
}

// A new query waits for the step of the one before, so that typing does not fill the pool with slow
// expressions.
void LogSearch::step()
{
    const auto next
        = std::find_if(m_parts.begin(), m_parts.end(), [](const Part& part) { return part.hasMore; });
    if (m_isReading || next == m_parts.end())
        return;
    m_isReading = true;
    next->hasMore = false; // what it gets meanwhile sets it again
    runInBackground(
        diskPool(), this, [scan = next->scan] { return scan->step(); },
        [this, scan = next->scan](const QVector<qint64>& hits) {
            m_isReading = false;
            takeHits(scan, hits);
            step();
        });
}

void LogSearch::takeHits(const std::shared_ptr<LogScan>& scan, const QVector<qint64>& hits)
{
    const auto part
        = std::find_if(m_parts.begin(), m_parts.end(), [&scan](const Part& one) { return one.scan == scan; });
    if (part == m_parts.end())
        return;
    part->hits.erase(
        std::lower_bound(part->hits.begin(), part->hits.end(), scan->firstLine), part->hits.end());
    part->same = std::min(part->same, part->hits.size());
    for (const qint64 hit : hits) {
        if (part->hits.size() < mostHits && (part->hits.isEmpty() || hit > part->hits.last()))
            part->hits.append(hit);
    }
    part->hasMore = part->hasMore || scan->hasMore;
    const bool wasAtEnd = std::exchange(part->wasAtEnd, part->wasAtEnd || !scan->hasMore);
    if (putTogether() || wasAtEnd != part->wasAtEnd)
        emit changed();
}

// What lies behind the lines that the document has waits until it has them. Answers whether hits are others
// than before. What has not changed is not copied: of a log of 1 GB there may be millions, and a search tells
// some more every 50 ms.
bool LogSearch::putTogether()
{
    qsizetype kept = 0;
    bool isSame = true; // up to this part
    QVector<qint64> others; // behind those that are kept
    for (Part& part : m_parts) {
        const qint64 first = part.section.firstLine();
        const auto end = std::lower_bound(part.hits.begin(), part.hits.end(), part.section.size.lines);
        const qsizetype count = std::min<qsizetype>(end - part.hits.begin(), mostHits - kept - others.size());
        const qsizetype same = isSame && part.takenBehind == first ? std::min(part.same, count) : 0;
        isSame = isSame && part.takenBehind == first && same == part.taken && same == count;
        kept += same;
        for (auto hit = part.hits.begin() + same; hit != part.hits.begin() + count; ++hit)
            others.append(first + *hit);
        part.taken = part.same = count;
        part.takenBehind = first;
    }
    if (kept + others.size() == m_hits.size()
        && std::equal(others.begin(), others.end(), m_hits.begin() + kept))
        return false;
    m_hits.resize(kept);
    m_hits += others;
    return true;
}

std::optional<qsizetype> LogSearch::next(qint64 line) const
{
    const auto found = std::upper_bound(m_hits.begin(), m_hits.end(), line);
    return found == m_hits.end() ? std::nullopt : std::optional<qsizetype>(found - m_hits.begin());
}

std::optional<qsizetype> LogSearch::previous(qint64 line) const
{
    const auto found = std::lower_bound(m_hits.begin(), m_hits.end(), line);
    return found == m_hits.begin() ? std::nullopt : std::optional<qsizetype>(found - m_hits.begin() - 1);
}

}
