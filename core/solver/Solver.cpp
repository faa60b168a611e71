// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/Solver.h"

#include "core/preflight/ToolkitAdvice.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int mostSteps = 12; // of a plan; each removes at least one blocker

int weightOf(CheckState state)
{
    return state == CheckState::Fail ? 2 : state == CheckState::Warning ? 1 : 0;
}

// How bad each rule is: two cards that nothing is compiled for count twice.
using Weights = QHash<QString, int>;

Weights weigh(const QVector<CheckRow>& rows)
{
    Weights weights;
    for (const CheckRow& row : rows)
        weights[ruleOf(row)] += weightOf(row.state);
    return weights;
}

int failures(const QVector<CheckRow>& rows)
{
    return verdictOf(rows).failures;
}

// A blocker that was none before, or more of one.
bool hasNewBlocker(const QVector<CheckRow>& rows, const QVector<CheckRow>& before)
{
    QHash<QString, int> counts;
    for (const CheckRow& row : before)
        counts[ruleOf(row)] += row.state == CheckState::Fail;
    return std::any_of(rows.begin(), rows.end(),
        [&](const CheckRow& row) { return row.state == CheckState::Fail && --counts[ruleOf(row)] < 0; });
}

// Two releases of one thing: the second would take the place of the first.
bool installSame(const Change& first, const Change& second)
{
    return std::any_of(first.steps.begin(), first.steps.end(), [&second](const ChangeStep& one) {
        return one.kind == StepKind::Install
            && std::any_of(second.steps.begin(), second.steps.end(), [&one](const ChangeStep& other) {
                   return other.kind == StepKind::Install && other.name == one.name;
               });
    });
}

// What a change makes of the rows.
struct Outcome {
    Weights weights;
    bool hasNewBlocker = false;
    int failures = 0;
    int warnings = 0;
};

struct Tried {
    Change change;
    int failures = 0;
    int warnings = 0;
};

class Search {
public:
    Search(const BuildCase& wanted, const QVector<CheckRow>& rows)
        : m_wanted(wanted)
        , m_rows(rows)
        , m_weights(weigh(rows))
    {
    }

    // The changes that work for a row, the smallest first.
    QVector<Tried> changesFor(const CheckRow& row)
    {
        QVector<Tried> good;
        for (const Change& change : row.changes)
            tryOut(change, row, good);
        if (good.isEmpty() && row.state == CheckState::Fail)
            tryPairs(row, good);
        std::stable_sort(good.begin(), good.end(), [](const Tried& left, const Tried& right) {
            return std::make_tuple(left.failures, costOf(left.change), left.warnings)
                < std::make_tuple(right.failures, costOf(right.change), right.warnings);
        });
        QVector<Tried> changes;
        for (const Tried& tried : std::as_const(good)) {
            if (std::none_of(changes.begin(), changes.end(),
                    [&](const Tried& other) { return isSameChange(other.change, tried.change); }))
                changes.append(tried);
        }
        return changes;
    }

private:
    bool helps(const Weights& after, const CheckRow& row) const
    {
        return after.value(ruleOf(row)) < m_weights.value(ruleOf(row));
    }

    // Several rows offer the same change.
    const Outcome& outcomeOf(const Change& change)
    {
        const QString id = change.id();
        if (const auto known = m_outcomes.constFind(id); known != m_outcomes.constEnd())
            return *known;
        const QVector<CheckRow> after = problemsOf(changed(m_wanted, change));
        const CheckVerdict verdict = verdictOf(after);
        return *m_outcomes.insert(
            id, { weigh(after), hasNewBlocker(after, m_rows), verdict.failures, verdict.warnings });
    }

    void tryOut(const Change& change, const CheckRow& row, QVector<Tried>& good)
    {
        const Outcome& outcome = outcomeOf(change);
        if (helps(outcome.weights, row) && !outcome.hasNewBlocker)
            good.append({ change, outcome.failures, outcome.warnings });
    }

    // One change moves the trouble elsewhere, and a second one removes it there.
    void tryPairs(const CheckRow& row, QVector<Tried>& good)
    {
        for (const Change& first : row.changes) {
            if (!helps(outcomeOf(first).weights, row))
                continue;
            for (const CheckRow& next : problemsOf(changed(m_wanted, first))) {
                if (next.state != CheckState::Fail)
                    continue;
                for (const Change& second : next.changes) {
                    if (!installSame(first, second))
                        tryOut(together(first, second), row, good);
                }
            }
        }
    }

    static Change together(const Change& first, const Change& second)
    {
        QString title = second.title;
        if (!title.isEmpty())
            title[0] = title[0].toLower();
        const QString caveat = first.caveat.isEmpty() ? second.caveat
            : second.caveat.isEmpty()                 ? first.caveat
                                                      : first.caveat + QLatin1Char(' ') + second.caveat;
        const QString command = first.command.isEmpty() ? second.command
            : second.command.isEmpty()                  ? first.command
                                       : first.command + QStringLiteral(" && ") + second.command;
        return { first.title + QStringLiteral(", and ") + title, caveat, first.steps + second.steps, command,
            first.onlyLiftsCheck || second.onlyLiftsCheck };
    }

    const BuildCase& m_wanted;
    const QVector<CheckRow>& m_rows;
    Weights m_weights;
    QHash<QString, Outcome> m_outcomes; // by the id of the change
};

// The best change for any blocker: the one that leaves the fewest, then the smallest.
std::optional<Change> bestChange(Search& search, const QVector<CheckRow>& rows)
{
    std::optional<Change> best;
    int fewest = failures(rows);
    for (const CheckRow& row : rows) {
        if (row.state != CheckState::Fail)
            continue;
        for (const Tried& tried : search.changesFor(row)) {
            const int left = tried.failures;
            if (left < fewest || (best && left == fewest && costOf(tried.change) < costOf(*best))) {
                best = tried.change;
                fewest = left;
            }
        }
    }
    return best;
}

}

Solution solve(const BuildCase& wanted)
{
    Solution solution;
    const QVector<CheckRow> rows = problemsOf(wanted);
    solution.rows = rows;
    Search search(wanted, rows);
    for (CheckRow& row : solution.rows) {
        const QVector<Tried> tried = search.changesFor(row);
        const QVector<Change> proposed = std::exchange(row.changes, {});
        for (const Tried& one : tried)
            row.changes.append(one.change);
        tellToolkitToTake(row, proposed);
    }
    BuildCase reached = wanted;
    QVector<CheckRow> left = rows;
    std::optional<Change> change = bestChange(search, rows);
    while (change && solution.plan.size() < mostSteps) {
        solution.plan.append(*change);
        reached = changed(reached, *change);
        left = problemsOf(reached);
        Search next(reached, left);
        change = bestChange(next, left);
    }
    for (const CheckRow& row : left) {
        if (row.state == CheckState::Fail)
            solution.left.append(row);
    }
    return solution;
}

}
