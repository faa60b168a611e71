// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QAbstractTableModel>
#include <QVector>

namespace torchmason {

// The running compilers and linkers, oldest first, and below them the edges that the memory gate holds back.
// Rows keep their position while their process runs.
class RunningEdgesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Output,
        Language,
        State,
        Age,
        Memory,
        ColumnCount,
    };
    // Memory now as a part of what is expected (0 to 1), where both are known.
    static constexpr int MemoryShareRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setSample(const Sample& sample);
    void clear() { setSample({}); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(int row, int column) const;
    QString toolTip(int row) const;

    QVector<RunningEdge> m_running; // working ones first, then those that wait for one of the jobs
    int m_working = 0;
    QVector<HeldBackEdge> m_heldBack;
};

}
