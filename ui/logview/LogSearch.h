// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogQuery.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>

namespace torchmason {

class LogIndex;
struct LogScan;

// Finds all lines of a log that hold a query, on the threads that ask disks, and goes on when the log grows.
// Hits are line numbers from 0, ascending, at most `mostHits`.
class LogSearch : public QObject {
    Q_OBJECT

public:
    static constexpr qsizetype mostHits = 2'000'000;

    using QObject::QObject;

    // Starts anew; an empty query ends the search. `index`: of the document.
    void start(const std::shared_ptr<const LogIndex>& index, const LogQuery& query);
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

private:
    void step();
    void takeHits(const QVector<qint64>& hits);

    std::shared_ptr<LogScan> m_scan; // null: nothing is looked for
    LogQuery m_query;
    QVector<qint64> m_hits;
    QString m_problem;
    bool m_isReading = false; // a step is under way, perhaps of an earlier query
    bool m_hasGrown = false; // while it was read
    bool m_busy = false;
};

}
