// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"

#include <QAbstractTableModel>
#include <QVector>

namespace torchmason {

// The steps of a build that have ended, in the order in which they were told of: a row stays where it is.
class StepTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Output,
        Kind,
        Started,
        Duration,
        Memory,
        State,
        ColumnCount,
    };
    // What to sort by.
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void append(const QVector<EdgeRecord>& edges);
    void clear();
    const EdgeRecord& edge(int row) const { return m_edges[row]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const EdgeRecord& edge, int column) const;
    QVariant sortValue(const EdgeRecord& edge, int column) const;

    QVector<EdgeRecord> m_edges;
};

}
