// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryRows.h"

#include "ui/history/HistoryModel.h"

namespace torchmason {

void HistoryRows::acceptToo(const QSet<QString>& folders)
{
    m_folders = folders;
    invalidateFilter();
}

bool HistoryRows::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return QSortFilterProxyModel::filterAcceptsRow(row, parent)
        || m_folders.contains(sourceModel()->index(row, 0, parent).data(HistoryModel::FolderRole).toString());
}

}
