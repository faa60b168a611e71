// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/BarDelegate.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

namespace torchmason {

constexpr int lineHeight = 3;
constexpr int barAlpha = 110; // seen beside its ground, and text on it is read

BarDelegate::BarDelegate(int role, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_role(role)
{
}

// Under the text, so that the text keeps its colours. What can be told from the one ground of high contrast
// or from that of a selected row would be seen through the digits: it is a line below them.
void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state & QStyle::State_Selected;
    if (!isSelected)
        drawBar(*painter, option, index);
    QStyledItemDelegate::paint(painter, option, index);
    if (isSelected) // its ground was drawn with the text
        drawBar(*painter, option, index);
}

// A number begins with what matters.
void BarDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideRight;
}

void BarDelegate::drawBar(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant share = index.data(m_role);
    if (!share.isValid())
        return;
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const bool isMirrored = option.direction == Qt::RightToLeft;
    const QRectF room
        = QRectF(option.rect)
              .adjusted(isMirrored ? 1 : spacing::small, 2, isMirrored ? -spacing::small : -1, -2);
    QRectF bar = room;
    bar.setWidth(room.width() * share.toDouble());
    if (isMirrored)
        bar.moveRight(room.right());
    QColor colour = isSelected ? option.palette.color(group, QPalette::HighlightedText)
                               : toneColour(Tone::Accent, option.palette);
    if (isSelected || hasOneGround(option.palette))
        bar.setTop(bar.bottom() - lineHeight);
    else
        colour.setAlpha(barAlpha);
    painter.fillRect(bar, colour);
}

}
