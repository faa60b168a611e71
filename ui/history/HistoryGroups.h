// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Lineage.h"

#include <QHash>

namespace torchmason {

enum class Grouping {
    None,
    Threads, // attempts that go on with each other
    SourceTrees,
};

// How the attempts of the history belong together. An attempt that is none of them stands alone.
class HistoryGroups {
public:
    HistoryGroups() = default;
    explicit HistoryGroups(const QVector<AttemptSummary>& attempts);

    const QVector<Lineage>& lineages() const { return m_lineages; }
    // All numbers of the group, the newest first.
    QVector<int> membersOf(int number, Grouping grouping) const;
    // Tells groups apart, and stays the same while attempts come.
    int oldestOf(int number, Grouping grouping) const;
    LineageStep stepOf(int number) const;
    int newestOf(int number) const; // of its lineage

private:
    struct Place {
        qsizetype lineage = 0;
        qsizetype step = 0;
        qsizetype tree = 0;
    };

    QVector<Lineage> m_lineages;
    QVector<SourceTreeGroup> m_trees;
    QHash<int, Place> m_places; // in them, by number
};

}
