// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogSearch.h"

#include "ui/logview/LogSearchWorker.h"

#include <algorithm>

namespace torchmason {

LogSearch::LogSearch(QObject* parent)
    : QObject(parent)
{
    auto* worker = new LogSearchWorker;
    worker->moveToThread(&m_thread);
    connect(this, &LogSearch::wanted, worker, &LogSearchWorker::start);
    connect(this, &LogSearch::moreWanted, worker, &LogSearchWorker::goOn);
    connect(worker, &LogSearchWorker::hitsFound, this, &LogSearch::takeHits);
    connect(&m_thread, &QThread::finished, worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("log search"));
    m_thread.start(QThread::LowPriority);
}

LogSearch::~LogSearch()
{
    m_thread.quit();
    m_thread.wait();
}

void LogSearch::start(const QString& path, const LogQuery& query)
{
    m_query = query;
    m_hits.clear();
    m_problem = LogQueryMatcher(query).problem();
    m_busy = !query.isEmpty() && m_problem.isEmpty();
    emit wanted(++m_generation, path, m_busy ? query : LogQuery {});
    emit changed();
}

void LogSearch::goOn()
{
    if (m_query.isEmpty() || !m_problem.isEmpty())
        return;
    emit moreWanted(m_generation);
}

void LogSearch::takeHits(int generation, const QVector<qint64>& hits, bool done)
{
    if (generation != m_generation)
        return;
    const bool wasBusy = m_busy;
    m_busy = !done;
    for (const qint64 hit : hits) {
        if (m_hits.size() < mostHits && (m_hits.isEmpty() || hit > m_hits.last()))
            m_hits.append(hit);
    }
    if (!hits.isEmpty() || wasBusy != m_busy)
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
