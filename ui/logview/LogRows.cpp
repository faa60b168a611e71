// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogRows.h"

#include <algorithm>

namespace torchmason {

LogRows LogRows::of(const QVector<Run>& runs)
{
    LogRows rows;
    rows.m_runs = runs;
    return rows;
}

// Lists of hits only grow, and a new search begins with an empty one. A short list may be any other one, and
// is taken anew.
bool LogRows::goesOn(const QVector<qint64>& lines) const
{
    constexpr qsizetype few = 1000;
    return m_taken > few && lines.size() >= m_taken && lines.first() == m_first
        && lines[m_taken - 1] == m_last;
}

void LogRows::take(const QVector<qint64>& lines, const QVector<qint64>& headings)
{
    if (!goesOn(lines)) {
        m_runs.clear();
        m_taken = 0;
        m_runs.reserve(lines.size()); // growing to a million takes longer than the rest
    }
    // A heading is added before the first chosen line below it.
    auto heading = m_taken == 0 ? headings.begin()
                                : std::upper_bound(headings.begin(), headings.end(), lines[m_taken - 1]);
    for (auto line = lines.begin() + m_taken; line != lines.end(); ++line) {
        if (heading != headings.end() && *heading <= *line) {
            heading = std::upper_bound(heading, headings.end(), *line);
            add(*(heading - 1), 0);
        }
        add(*line, m_context);
    }
    m_taken = lines.size();
    m_first = lines.isEmpty() ? -1 : lines.first();
    m_last = lines.isEmpty() ? -1 : lines.last();
}

void LogRows::add(qint64 line, qint64 context)
{
    const qint64 from = std::max<qint64>(0, line - context);
    const qint64 end = line + context + 1;
    if (!m_runs.isEmpty() && from <= m_runs.last().line + m_runs.last().count)
        m_runs.last().count = std::max(m_runs.last().count, end - m_runs.last().line);
    else
        m_runs.append({ from, end - from, m_runs.isEmpty() ? 0 : m_runs.last().row + m_runs.last().count });
}

qint64 LogRows::count(qint64 lineCount) const
{
    if (m_runs.isEmpty())
        return 0;
    const Run& last = m_runs.last();
    const qint64 missing = last.line + last.count - std::max(lineCount, m_last + 1);
    return std::max(last.row, last.row + last.count - std::max<qint64>(0, missing));
}

qint64 LogRows::lineOf(qint64 row) const
{
    const auto after = std::upper_bound(
        m_runs.begin(), m_runs.end(), row, [](qint64 wanted, const Run& run) { return wanted < run.row; });
    if (after == m_runs.begin())
        return 0;
    const Run& run = *(after - 1);
    return row < run.row + run.count ? run.line + row - run.row : 0;
}

qint64 LogRows::rowOf(qint64 line) const
{
    const auto after = std::upper_bound(
        m_runs.begin(), m_runs.end(), line, [](qint64 wanted, const Run& run) { return wanted < run.line; });
    if (after == m_runs.begin())
        return 0;
    const Run& run = *(after - 1);
    return run.row + std::min(line - run.line, run.count);
}

bool LogRows::beginsRun(qint64 line) const
{
    const auto found = std::lower_bound(
        m_runs.begin(), m_runs.end(), line, [](const Run& run, qint64 wanted) { return run.line < wanted; });
    return found != m_runs.begin() && found != m_runs.end() && found->line == line;
}

}
