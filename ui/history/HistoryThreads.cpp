// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryThreads.h"

namespace torchmason {

HistoryThreads::HistoryThreads(const QVector<AttemptSummary>& attempts)
    : m_lineages(lineagesOf(attempts))
{
    for (qsizetype lineage = 0; lineage < m_lineages.size(); ++lineage) {
        const QVector<LineageStep>& steps = m_lineages[lineage].steps;
        for (qsizetype step = 0; step < steps.size(); ++step)
            m_places.insert(steps[step].number, { lineage, step });
    }
}

LineageStep HistoryThreads::stepOf(int number) const
{
    const auto place = m_places.constFind(number);
    return place == m_places.constEnd() ? LineageStep { number, 0, {}, FixResult::Unknown }
                                        : m_lineages[place->lineage].steps[place->step];
}

int HistoryThreads::newestOf(int number) const
{
    const auto place = m_places.constFind(number);
    return place == m_places.constEnd() ? number : m_lineages[place->lineage].steps.last().number;
}

}
