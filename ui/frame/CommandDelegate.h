// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace torchmason {

// A row of the command palette: icon, title, then where it is found, its keys at the right edge.
class CommandDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { PlaceRole = Qt::UserRole + 1, KeysRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}
