// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace torchmason {

// Which lines are shown: those that a filter has chosen, each with some lines around it, or those that are
// not folded away. Lines and rows count from 0. Neighbours are kept as one run, so that two million hits stay
// small.
class LogRows {
public:
    struct Run {
        qint64 line = 0;
        qint64 count = 0;
        qint64 row = 0;
    };
    explicit LogRows(int context = 0)
        : m_context(context)
    {
    }

    // Ascending, without a gap in their rows; the last one may be longer than the log.
    static LogRows of(const QVector<Run>& runs);

    int context() const { return m_context; }
    // The chosen lines, ascending. What an earlier call has taken of the same list is not looked at again.
    // Of `headings`, ascending, those above chosen lines are shown as well.
    void take(const QVector<qint64>& lines, const QVector<qint64>& headings = {});
    // Of a log of this many lines; there may be fewer behind the last chosen one than are wanted.
    qint64 count(qint64 lineCount) const;
    // 0 where there is no such row.
    qint64 lineOf(qint64 row) const;
    // Of the line or of the next one that is shown.
    qint64 rowOf(qint64 line) const;
    // Whether this line follows upon others that are not shown.
    bool beginsRun(qint64 line) const;
    const QVector<Run>& runs() const { return m_runs; }

private:
    bool goesOn(const QVector<qint64>& lines) const;
    void add(qint64 line, qint64 context);

    int m_context = 0;
    qsizetype m_taken = 0;
    qint64 m_first = -1; // of what was taken
    qint64 m_last = -1;
    QVector<Run> m_runs;
};

}
