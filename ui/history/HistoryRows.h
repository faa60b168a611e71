// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QSortFilterProxyModel>
#include <QString>

namespace torchmason {

// The rows of the history that a filter leaves: those whose cells hold its words, and those of which
// something else is known that does (flags, findings, versions), which is looked up elsewhere.
class HistoryRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    // Folders of attempts that are accepted whatever their cells hold.
    void acceptToo(const QSet<QString>& folders);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QSet<QString> m_folders;
};

}
