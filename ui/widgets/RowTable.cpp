// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/RowTable.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>

namespace torchmason {

RowTable::RowTable(QWidget* parent)
    : QTableView(parent)
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
}

void RowTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const QModelIndex current = currentIndex();
    if (!current.isValid() || !hasFocus())
        return;
    QStyleOptionFocusRect frame;
    frame.initFrom(this);
    frame.styleObject = this; // it is asked for as a tree does it
    frame.state |= QStyle::State_KeyboardFocusChange;
    frame.rect = QRect(0, rowViewportPosition(current.row()),
        std::min(viewport()->width(), horizontalHeader()->length()), rowHeight(current.row()));
    frame.backgroundColor
        = palette().color(selectionModel()->isSelected(current) ? QPalette::Highlight : QPalette::Base);
    QPainter painter(viewport());
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &frame, &painter, this);
}

// The view draws the two cells anew, where no selection goes with it.
void RowTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
}

}
