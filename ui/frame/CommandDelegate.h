// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/CommandQuery.h"

#include <QStyledItemDelegate>

namespace torchmason {

// A row of the command palette: icon, title, then where it is found, its keys at the other edge.
class CommandDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { PlaceRole = Qt::UserRole + 1, KeysRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    // Its words are bold where they stand in titles.
    void setQuery(const CommandQuery& query) { m_query = query; }

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    CommandQuery m_query { QString() };
};

}
