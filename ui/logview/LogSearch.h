// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogQuery.h"
#include "ui/logview/LogLayout.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>
#include <vector>

namespace torchmason {

struct LogScan;

// Finds all lines of logs that hold a query, on the threads that ask disks, and goes on when they grow. Hits
// are line numbers of the document from 0, ascending, at most `mostHits`; headings are none.
class LogSearch : public QObject {
    Q_OBJECT

public:
    static constexpr qsizetype mostHits = 2'000'000;

    using QObject::QObject;

    // Starts anew; an empty query ends the search.
    void start(const LogLayout& layout, const LogQuery& query);
    // The document has changed: hits move with their lines, and what is new is looked at.
    void setLayout(const LogLayout& layout);

    const LogQuery& query() const { return m_query; }
    const QVector<qint64>& hits() const { return m_hits; }
    bool isFull() const { return m_hits.size() >= mostHits; }
    // Until each log has been looked at to its end once.
    bool isBusy() const;
    QString problem() const { return m_problem; }
    // Index of the first hit after / the last hit before this line.
    std::optional<qsizetype> next(qint64 line) const;
    std::optional<qsizetype> previous(qint64 line) const;

signals:
    // Other hits, or the search has reached the end, or the query has a problem.
    void changed();

private:
    // The search in one log.
    struct Part {
        std::shared_ptr<LogScan> scan;
        LogLayout::Section section;
        QVector<qint64> hits = {}; // lines of the log
        bool hasMore = true;
        bool wasAtEnd = false;
        // How many of the hits are among those of the document, as lines behind which one, and how many of
        // these have not changed since.
        qsizetype taken = 0;
        qint64 takenBehind = -1;
        qsizetype same = 0;
    };
    void step();
    void takeHits(const std::shared_ptr<LogScan>& scan, const QVector<qint64>& hits);
    bool putTogether();

    std::vector<Part> m_parts; // none: nothing is looked for
    LogQuery m_query;
    QVector<qint64> m_hits;
    QString m_problem;
    bool m_isReading = false; // a step is under way, perhaps of an earlier query
};

}
