// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QAbstractTableModel>
#include <QVector>

namespace torchmason {

// The compilers and linkers that run now, oldest first. Rows keep their place as long as their process lives.
class RunningEdgesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Output,
        Language,
        Age,
        Memory,
        ColumnCount,
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setEdges(QVector<RunningEdge> edges);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVector<RunningEdge> m_edges;
};

}
