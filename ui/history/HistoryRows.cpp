// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryRows.h"

#include "ui/history/HistoryModel.h"

namespace torchmason {

void HistoryRows::setFilter(const AttemptFilter& filter, const QString& text)
{
    m_filter = filter;
    m_filter.words.clear();
    m_folders.clear();
    setFilterFixedString(text); // filters anew, also where it is the same
}

void HistoryRows::acceptToo(const QSet<QString>& folders)
{
    m_folders = folders;
    invalidateFilter();
}

bool HistoryRows::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const AttemptSummary& attempt = static_cast<const HistoryModel*>(sourceModel())->attempt(row);
    return m_filter.accepts(attempt)
        && (QSortFilterProxyModel::filterAcceptsRow(row, parent) || m_folders.contains(attempt.folder));
}

}
