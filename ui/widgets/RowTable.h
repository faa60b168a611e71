// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace torchmason {

// A table in which a row is one thing: the frame of the focus goes around the current row, as in a tree with
// setAllColumnsShowFocus(). That of the current cell is left out by our styles.
class RowTable : public QTableView {
    Q_OBJECT

public:
    explicit RowTable(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
};

}
