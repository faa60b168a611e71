// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStyledItemDelegate>

#include <utility>

namespace torchmason {

// Where `text` says something else than `other`: first character and length, in whole words. The length is 0
// where the other one only has more.
std::pair<qsizetype, qsizetype> differingPart(const QString& text, const QString& other);

// Values beside each other, from the second column on. The part that differs from the first value is marked,
// and where a value is too long for its column, it begins shortly before that part.
class DifferenceDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}
