// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Lineage.h"

#include <QHash>

namespace torchmason {

// How the attempts of the history go on with each other. An attempt that is none of them stands alone.
class HistoryThreads {
public:
    HistoryThreads() = default;
    explicit HistoryThreads(const QVector<AttemptSummary>& attempts);

    const QVector<Lineage>& lineages() const { return m_lineages; }
    LineageStep stepOf(int number) const;
    int newestOf(int number) const; // of its lineage

private:
    struct Place {
        qsizetype lineage = 0;
        qsizetype step = 0;
    };

    QVector<Lineage> m_lineages;
    QHash<int, Place> m_places; // in them, by number
};

}
