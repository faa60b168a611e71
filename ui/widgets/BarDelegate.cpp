// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/BarDelegate.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

namespace torchmason {

BarDelegate::BarDelegate(int role, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_role(role)
{
}

// Under the text, so that the text keeps its colours.
void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant share = index.data(m_role);
    if (share.isValid() && !(option.state & QStyle::State_Selected)) {
        QRectF bar = QRectF(option.rect).adjusted(spacing::small, 2, -1, -2);
        bar.setWidth(bar.width() * share.toDouble());
        QColor colour = toneColour(Tone::Accent, option.palette);
        colour.setAlpha(60);
        painter->fillRect(bar, colour);
        if (hasOneGround(option.palette)) {
            painter->setPen(edgeColour(option.palette));
            painter->drawRect(bar.adjusted(0, 0, -1, -1));
        }
    }
    QStyledItemDelegate::paint(painter, option, index);
}

}
