// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogFolds.h"

#include <algorithm>
#include <limits>

namespace torchmason {

namespace {

using Fold = LogFolds::Fold;

// The last fold that does not begin behind this line.
const Fold* before(const QVector<Fold>& folds, qint64 line)
{
    const auto after = std::upper_bound(
        folds.begin(), folds.end(), line, [](qint64 wanted, const Fold& fold) { return wanted < fold.line; });
    return after == folds.begin() ? nullptr : &*(after - 1);
}

const Fold* around(const QVector<Fold>& folds, qint64 line)
{
    const Fold* fold = before(folds, line);
    return fold && line <= fold->line + fold->count ? fold : nullptr;
}

}

// A step's lines end where the next one's or another stage begin.
void LogFolds::setSteps(const QVector<qint64>& heads, const QVector<qint64>& failures, qint64 end)
{
    m_steps.clear();
    for (qsizetype i = 0; i < heads.size() && m_steps.size() < mostSteps; ++i) {
        qint64 next = i + 1 < heads.size() ? heads[i + 1] : end;
        if (next == heads[i] + 1)
            continue; // as most are
        if (const Fold* stage = around(m_stages, heads[i]))
            next = std::min(next, stage->line + stage->count + 1);
        const qint64 count = next - heads[i] - 1;
        if (count <= 0)
            continue;
        const auto failure = std::upper_bound(failures.begin(), failures.end(), heads[i]);
        m_steps.append({ heads[i], count, failure != failures.end() && *failure < next });
    }
}

std::optional<LogFolds::Fold> LogFolds::foldAt(qint64 line) const
{
    for (const QVector<Fold>* folds : { &m_stages, &m_steps }) {
        if (const Fold* fold = before(*folds, line); fold && fold->line == line && fold->count > 0)
            return *fold;
    }
    return std::nullopt;
}

qint64 LogFolds::shownFor(qint64 line) const
{
    for (const QVector<Fold>* folds : { &m_stages, &m_steps }) {
        const Fold* fold = around(*folds, line);
        if (fold && fold->line != line && isFolded(fold->line))
            return fold->line;
    }
    return line;
}

std::optional<qint64> LogFolds::foldAround(qint64 line) const
{
    for (const QVector<Fold>* folds : { &m_steps, &m_stages }) {
        if (const Fold* fold = around(*folds, line); fold && fold->line != line)
            return fold->line;
    }
    return std::nullopt;
}

void LogFolds::moveLines(const std::function<qint64(qint64)>& moved)
{
    QSet<qint64> folded;
    for (const qint64 line : std::as_const(m_folded))
        folded.insert(moved(line));
    m_folded = folded;
    for (Fold& step : m_steps)
        step.line = moved(step.line);
}

void LogFolds::setFolded(qint64 line, bool folded)
{
    if (folded)
        m_folded.insert(line);
    else
        m_folded.remove(line);
}

void LogFolds::foldSteps(bool alsoFailed)
{
    for (const Fold& step : std::as_const(m_steps)) {
        if (alsoFailed || !step.hasFailed)
            m_folded.insert(step.line);
        else
            m_folded.remove(step.line);
    }
}

bool LogFolds::reveal(qint64 line)
{
    bool hidden = false;
    for (const QVector<Fold>* folds : { &m_stages, &m_steps }) {
        const Fold* fold = around(*folds, line);
        if (fold && fold->line != line)
            hidden = m_folded.remove(fold->line) || hidden;
    }
    return hidden;
}

std::optional<LogRows> LogFolds::rows() const
{
    QVector<qint64> heads(m_folded.begin(), m_folded.end());
    std::sort(heads.begin(), heads.end());
    QVector<LogRows::Run> runs;
    qint64 from = 0; // the first line that is not in a run yet
    qint64 row = 0;
    for (const qint64 head : std::as_const(heads)) {
        const auto fold = foldAt(head);
        if (!fold || head < from)
            continue;
        runs.append({ from, head + 1 - from, row });
        row += head + 1 - from;
        from = head + 1 + fold->count;
    }
    if (runs.isEmpty())
        return std::nullopt;
    constexpr qint64 toTheEnd = std::numeric_limits<qint64>::max() / 4;
    runs.append({ from, toTheEnd, row });
    return LogRows::of(runs);
}

}
