// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandDelegate.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>

namespace torchmason {

namespace {

int iconSide(const QStyleOptionViewItem& option)
{
    return grown(16, option.fontMetrics);
}

}

QSize CommandDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return { 200,
        std::max(option.fontMetrics.height(), iconSide(option)) + 2 * spacing::small + spacing::small };
}

// The title has the first claim on the room, the place gets what is left.
void CommandDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QStyleOptionViewItem option = original;
    initStyleOption(&option, index);
    const bool chosen = option.state & QStyle::State_Selected;
    const QString title = std::exchange(option.text, {});
    const QIcon icon = std::exchange(option.icon, {});
    option.state |= QStyle::State_Active; // the field above has the focus, and this row is what Return does
    painter->save();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const QPalette& palette = option.palette;
    const QColor strong
        = palette.color(QPalette::Active, chosen ? QPalette::HighlightedText : QPalette::Text);
    const QColor quiet = chosen ? strong : toneColour(Tone::Neutral, palette);
    QRect room = option.rect.adjusted(spacing::inner, 0, -spacing::inner, 0);
    const int iconWidth = iconSide(option);
    icon.paint(painter, QRect(room.left(), room.center().y() - iconWidth / 2 + 1, iconWidth, iconWidth),
        Qt::AlignCenter, chosen ? QIcon::Selected : QIcon::Normal);
    room.setLeft(room.left() + iconWidth + spacing::inner);
    const auto write = [&](const QString& text, const QColor& colour, Qt::Alignment side) {
        const QString fits = option.fontMetrics.elidedText(text, Qt::ElideRight, room.width());
        painter->setPen(colour);
        painter->drawText(room, int(side | Qt::AlignVCenter | Qt::TextSingleLine), fits);
        return option.fontMetrics.horizontalAdvance(fits) + spacing::group;
    };
    room.setRight(room.right() - write(index.data(KeysRole).toString(), quiet, Qt::AlignRight));
    room.setLeft(room.left() + write(title, strong, Qt::AlignLeft));
    write(index.data(PlaceRole).toString(), quiet, Qt::AlignLeft);
    painter->restore();
}

}
