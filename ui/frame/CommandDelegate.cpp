// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandDelegate.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace torchmason {

namespace {

int iconSide(const QStyleOptionViewItem& option)
{
    return grown(16, option.fontMetrics);
}

// Answers how wide it is.
int drawMarked(QPainter& painter, const QRect& room, const QString& text, const QFont& font,
    const QVector<std::pair<int, int>>& places)
{
    const QFont bold = boldFont(font);
    QTextLayout layout(QFontMetrics(bold).elidedText(text, Qt::ElideRight, room.width()), font);
    QVector<QTextLayout::FormatRange> ranges;
    for (const auto& [start, length] : places) {
        QTextCharFormat format;
        format.setFont(bold);
        ranges.append({ start, length, format });
    }
    layout.setFormats(ranges);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(room.width());
    layout.endLayout();
    layout.draw(&painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2));
    return int(std::ceil(line.naturalTextWidth()));
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
        style->drawItemText(
            painter, room, int(side | Qt::AlignVCenter | Qt::TextSingleLine), palette, true, fits);
        return option.fontMetrics.horizontalAdvance(fits) + spacing::group;
    };
    room.setRight(room.right() - write(index.data(KeysRole).toString(), quiet, Qt::AlignRight));
    painter->setPen(strong);
    room.setLeft(room.left() + spacing::group
        + drawMarked(*painter, room, title, option.font, m_query.placesIn(title)));
    write(index.data(PlaceRole).toString(), quiet, Qt::AlignLeft);
    painter->restore();
}

}
