// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/BarDelegate.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

namespace torchmason {

constexpr int lineHeight = 3;

BarDelegate::BarDelegate(int role, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_role(role)
{
}

// Under the text, so that the text keeps its colours. What can be told from the one ground of high contrast
// would be seen through the digits: it is a line below them.
void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant share = index.data(m_role);
    if (share.isValid() && !(option.state & QStyle::State_Selected)) {
        QRectF bar = QRectF(option.rect).adjusted(spacing::small, 2, -1, -2);
        bar.setWidth(bar.width() * share.toDouble());
        QColor colour = toneColour(Tone::Accent, option.palette);
        if (hasOneGround(option.palette))
            bar.setTop(bar.bottom() - lineHeight);
        else
            colour.setAlpha(60);
        painter->fillRect(bar, colour);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

}
