// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ThreadGraph.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

struct ShownStep {
    int number = 0;
    int base = 0; // the nearest one below that is shown
    bool skips = false;
};

// The oldest first, as the steps are.
QVector<ShownStep> shownSteps(const Lineage& lineage, const QSet<int>& shown)
{
    QVector<ShownStep> steps;
    QHash<int, int> nearest; // the attempt itself where it is shown, or the nearest one that it goes on with
    for (const LineageStep& step : lineage.steps) {
        const int base = nearest.value(step.base);
        const bool isShown = shown.contains(step.number);
        nearest.insert(step.number, isShown ? step.number : base);
        if (isShown)
            steps.append({ step.number, base, base != step.base && base > 0 });
    }
    return steps;
}

unsigned bitOf(qsizetype lane)
{
    return 1U << std::min<qsizetype>(lane, mostThreadLanes - 1);
}

// The lines that are on their way down: by lane, the attempt each leads to; 0: the lane is free.
class Lanes {
public:
    ThreadRow take(const ShownStep& step)
    {
        ThreadRow row;
        qsizetype own = m_wanted.indexOf(step.number);
        row.hasNewer = own >= 0;
        if (own < 0)
            own = freeLane();
        for (qsizetype lane = 0; lane < m_wanted.size(); ++lane) {
            if (lane == own || m_wanted[lane] == 0)
                continue;
            const bool ends = m_wanted[lane] == step.number;
            (ends ? row.joins : row.passing) |= bitOf(lane);
            if (ends)
                m_wanted[lane] = 0;
        }
        m_wanted[own] = step.base;
        row.lane = std::min(int(own), mostThreadLanes - 1);
        row.hasOlder = step.base > 0;
        row.skips = step.skips;
        return row;
    }
    int count() const { return std::min(int(m_wanted.size()), mostThreadLanes); }

private:
    qsizetype freeLane()
    {
        if (const qsizetype lane = m_wanted.indexOf(0); lane >= 0)
            return lane;
        m_wanted.append(0);
        return m_wanted.size() - 1;
    }

    QVector<int> m_wanted;
};

}

QVector<ThreadRow> threadRows(const Lineage& lineage, const QSet<int>& shown)
{
    const QVector<ShownStep> steps = shownSteps(lineage, shown);
    QVector<ThreadRow> rows;
    Lanes lanes;
    for (auto step = steps.crbegin(); step != steps.crend(); ++step)
        rows.append(lanes.take(*step));
    for (ThreadRow& row : rows)
        row.lanes = lanes.count();
    return rows;
}

}
