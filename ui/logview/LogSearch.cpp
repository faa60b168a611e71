// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogSearch.h"

#include "core/history/LogTextSearch.h"
#include "ui/logview/LogFile.h"
#include "ui/models/Background.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <utility>

namespace torchmason {

namespace {

constexpr int stepMilliseconds = 50; // then the hits so far are shown

}

// A search in a document. One thread at a time uses it.
struct LogScan {
    LogScan(const std::shared_ptr<const LogIndex>& index, const LogQuery& query)
        : file(index)
        , text(query)
    {
    }

    QVector<qint64> step();

    LogFile file;
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
    hasMore = true;
    while (hasMore && !isUnwanted && (hasHit || hits.isEmpty()) && clock.elapsed() < stepMilliseconds)
        hasMore = text.step(file, hits);
    hasHit = hasHit || !hits.isEmpty();
    return hits;
}

void LogSearch::start(const std::shared_ptr<const LogIndex>& index, const LogQuery& query)
{
    m_query = query;
    m_hits.clear();
    m_problem = LogQueryMatcher(query).problem();
    m_busy = index && !query.isEmpty() && m_problem.isEmpty();
    if (m_scan)
        m_scan->isUnwanted = true;
    m_scan = m_busy ? std::make_shared<LogScan>(index, query) : nullptr;
    emit changed();
    goOn();
}

// A new query waits for the step of the one before, so that typing does not fill the pool with slow
// expressions.
void LogSearch::goOn()
{
    m_hasGrown = m_isReading;
    if (m_scan && !m_isReading)
        step();
}

void LogSearch::step()
{
    m_isReading = true;
    m_hasGrown = false;
    runInBackground(
        diskPool(), this, [scan = m_scan] { return scan->step(); },
        [this, scan = m_scan](const QVector<qint64>& hits) {
            m_isReading = false;
            if (scan == m_scan)
                takeHits(hits);
            else
                goOn();
        });
}

void LogSearch::takeHits(const QVector<qint64>& hits)
{
    const bool wasBusy = std::exchange(m_busy, m_scan->hasMore);
    const auto again = std::lower_bound(m_hits.begin(), m_hits.end(), m_scan->firstLine);
    const bool hasFewer = again != m_hits.end();
    m_hits.erase(again, m_hits.end());
    for (const qint64 hit : hits) {
        if (m_hits.size() < mostHits && (m_hits.isEmpty() || hit > m_hits.last()))
            m_hits.append(hit);
    }
    if (m_busy || m_hasGrown)
        step();
    if (hasFewer || !hits.isEmpty() || wasBusy != m_busy)
        emit changed();
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
