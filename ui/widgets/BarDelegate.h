// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace torchmason {

// A number with a bar behind it. The length of the bar, 0 to 1, comes from `role`.
class BarDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    BarDelegate(int role, QObject* parent);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    void drawBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    int m_role;
};

}
