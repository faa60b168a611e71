// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RegularFile.h"
#include "core/base/Result.h"
#include "core/history/LogQuery.h"
#include "core/store/AttemptStore.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <functional>
#include <stop_token>
#include <vector>

namespace torchmason {

// How far a search has come in one log, which may still grow. Whole lines only, except for lines of over
// 4 MB, which are looked at piece by piece, with all that carriage returns overwrote. One thread at a time
// uses it; idle threads of a pool help.
class LogTextScan {
public:
    explicit LogTextScan(const LogQuery& query);

    // Looks at the next piece of at most 4 MB and appends the numbers of the lines with hits, from 0 and
    // ascending. A last line without its line break is looked at again when the log has grown, so that its
    // number may come twice. Answers whether there may be more.
    bool step(const RegularFile& log, QVector<qint64>& hits);
    // The first line that the next step looks at from its beginning. Hits from here on were in a line that
    // may still grow, and are found again.
    qint64 nextLine() const { return m_line + (m_isInLine ? 1 : 0); }
    // A line that the last step has found.
    QByteArray line(qint64 number) const;

private:
    struct Part;
    std::vector<Part> readParts(const RegularFile& log);
    bool read(const RegularFile& log);
    bool lookAtPiece(bool isFull, QVector<qint64>& hits);

    LogQuery m_query;
    std::vector<LogQueryMatcher> m_matchers; // one for each thread
    QByteArray m_block; // of the last step
    qint64 m_firstLine = 0; // of the block
    qint64 m_offset = 0; // of what follows
    qint64 m_line = 0;
    bool m_isInLine = false; // m_offset lies in the middle of a line
};

// Searching the logs of many attempts.

struct LogHit {
    QString stage;
    qint64 line = 0; // from 1
    QString text; // without escapes and controls, cut where it is long
};

struct AttemptHits {
    int number = 0;
    QVector<LogHit> hits; // the first ones
    qint64 count = 0; // of all lines with a hit
    QString problem; // a log that cannot be read, one sentence
};

struct LogTextWish {
    LogQuery query;
    int mostPerAttempt = 5; // hits that are told with their text
};

// Two threads search. `found` gets each attempt with a hit or a problem, in the order of `attempts`, never
// two at once and perhaps on the other thread. False where it was stopped. An error where the query is no
// expression.
Result<bool> searchLogs(const QVector<AttemptSummary>& attempts, const LogTextWish& wish,
    const std::function<void(const AttemptHits&)>& found, const std::stop_token& stop = {});

}
