// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryGroups.h"

namespace torchmason {

HistoryGroups::HistoryGroups(const QVector<AttemptSummary>& attempts)
    : m_lineages(lineagesOf(attempts))
    , m_trees(bySourceTree(attempts))
{
    for (qsizetype lineage = 0; lineage < m_lineages.size(); ++lineage) {
        const QVector<LineageStep>& steps = m_lineages[lineage].steps;
        for (qsizetype step = 0; step < steps.size(); ++step)
            m_places.insert(steps[step].number, { lineage, step, 0 });
    }
    for (qsizetype tree = 0; tree < m_trees.size(); ++tree) {
        for (const int number : std::as_const(m_trees[tree].numbers))
            m_places[number].tree = tree;
    }
}

QVector<int> HistoryGroups::membersOf(int number, Grouping grouping) const
{
    const auto place = m_places.constFind(number);
    if (grouping == Grouping::None || place == m_places.constEnd())
        return { number };
    if (grouping == Grouping::SourceTrees)
        return m_trees[place->tree].numbers;
    QVector<int> numbers;
    for (const LineageStep& step : m_lineages[place->lineage].steps)
        numbers.prepend(step.number);
    return numbers;
}

int HistoryGroups::oldestOf(int number, Grouping grouping) const
{
    const auto place = m_places.constFind(number);
    if (grouping == Grouping::None || place == m_places.constEnd())
        return number;
    return grouping == Grouping::Threads ? m_lineages[place->lineage].steps.first().number
                                         : m_trees[place->tree].numbers.last();
}

LineageStep HistoryGroups::stepOf(int number) const
{
    const auto place = m_places.constFind(number);
    return place == m_places.constEnd() ? LineageStep { number, 0, {}, FixResult::Unknown }
                                        : m_lineages[place->lineage].steps[place->step];
}

int HistoryGroups::newestOf(int number) const
{
    const auto place = m_places.constFind(number);
    return place == m_places.constEnd() ? number : m_lineages[place->lineage].steps.last().number;
}

}
