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

// A row is laid out from left to right and turned where the layout is the other way round.
QRect turned(const QStyleOptionViewItem& option, const QRect& place)
{
    return QStyle::visualRect(option.direction, option.rect, place);
}

// Answers how wide it is.
int drawMarked(QPainter& painter, const QStyleOptionViewItem& option, QRect room, const QString& text,
    const QVector<std::pair<int, int>>& places)
{
    const QFont bold = boldFont(option.font);
    QTextLayout layout(QFontMetrics(bold).elidedText(text, Qt::ElideRight, room.width()), option.font);
    QTextOption way;
    way.setTextDirection(directionOf(text));
    layout.setTextOption(way);
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
    room.setWidth(int(std::ceil(line.naturalTextWidth())));
    layout.draw(
        &painter, QPointF(turned(option, room).left(), room.top() + (room.height() - line.height()) / 2));
    return room.width();
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
    const QRect mark(room.left(), room.center().y() - iconWidth / 2 + 1, iconWidth, iconWidth);
    icon.paint(painter, turned(option, mark), Qt::AlignCenter, chosen ? QIcon::Selected : QIcon::Normal);
    room.setLeft(room.left() + iconWidth + spacing::inner);
    const auto write = [&](const QString& text, bool isAtEnd) {
        const QString fits = option.fontMetrics.elidedText(text, Qt::ElideRight, room.width());
        QRect place = room;
        place.setWidth(option.fontMetrics.horizontalAdvance(fits));
        if (isAtEnd)
            place.moveRight(room.right());
        painter->setPen(quiet);
        painter->setLayoutDirection(directionOf(text));
        painter->drawText(turned(option, place),
            Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, fits);
        return place.width() + spacing::group;
    };
    room.setRight(room.right() - write(index.data(KeysRole).toString(), true));
    painter->setPen(strong);
    room.setLeft(
        room.left() + spacing::group + drawMarked(*painter, option, room, title, m_query.placesIn(title)));
    write(index.data(PlaceRole).toString(), false);
    painter->restore();
}

}
