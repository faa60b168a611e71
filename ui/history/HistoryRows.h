// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFilter.h"

#include <QSet>
#include <QSortFilterProxyModel>
#include <QString>

namespace torchmason {

// The rows of the history that a filter leaves. Words are looked for in the cells; of which attempts
// something else holds them (flags, findings, versions) is looked up elsewhere.
class HistoryRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    // `text` must stand in a cell as it is.
    void setFilter(const AttemptFilter& filter, const QString& text);
    // Folders of attempts that hold the words, whatever their cells hold.
    void acceptToo(const QSet<QString>& folders);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    AttemptFilter m_filter; // without its words
    QSet<QString> m_folders;
};

}
