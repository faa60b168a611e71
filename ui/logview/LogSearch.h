// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogQuery.h"

#include <QObject>
#include <QString>
#include <QThread>
#include <QVector>

#include <optional>

namespace torchmason {

// Finds all lines of a log that hold a query, on a thread of its own, and goes on when the log grows.
// Hits are line numbers from 0, ascending, at most `mostHits`.
class LogSearch : public QObject {
    Q_OBJECT

public:
    static constexpr qsizetype mostHits = 2'000'000;

    explicit LogSearch(QObject* parent = nullptr);
    ~LogSearch() override;

    // Starts anew; an empty query ends the search. `path` is the log.
    void start(const QString& path, const LogQuery& query);
    // The log has grown: looks at what is new.
    void goOn();

    const LogQuery& query() const { return m_query; }
    const QVector<qint64>& hits() const { return m_hits; }
    bool isBusy() const { return m_busy; }
    QString problem() const { return m_problem; }
    // Index of the first hit after / the last hit before this line.
    std::optional<qsizetype> next(qint64 line) const;
    std::optional<qsizetype> previous(qint64 line) const;

signals:
    // More hits, or the search has reached the end, or the query has a problem.
    void changed();

    void wanted(int generation, const QString& path, const torchmason::LogQuery& query);
    void moreWanted(int generation);

private:
    void takeHits(int generation, const QVector<qint64>& hits, bool done);

    QThread m_thread;
    LogQuery m_query;
    QVector<qint64> m_hits;
    QString m_problem;
    int m_generation = 0;
    bool m_busy = false;
};

}
