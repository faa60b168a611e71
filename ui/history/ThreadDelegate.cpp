// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ThreadDelegate.h"

#include "core/history/ThreadGraph.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

namespace torchmason {

namespace {

constexpr double lineWidth = 1.5;

ThreadRow rowOf(const QModelIndex& index)
{
    return index.data(HistoryRows::GraphRole).value<ThreadRow>();
}

int laneWidth(const QStyleOptionViewItem& cell)
{
    return grown(12, cell.fontMetrics);
}

int widthOf(const QStyleOptionViewItem& cell, const ThreadRow& row)
{
    return spacing::small + laneWidth(cell) * row.lanes;
}

double centreOf(const QStyleOptionViewItem& cell, int lane)
{
    const double distance = spacing::small + laneWidth(cell) * (lane + 0.5);
    const QRectF room(cell.rect);
    return cell.direction == Qt::RightToLeft ? room.right() - distance : room.left() + distance;
}

void drawLines(QPainter& painter, const QStyleOptionViewItem& cell, const ThreadRow& row)
{
    const QPointF dot(centreOf(cell, row.lane), QRectF(cell.rect).center().y());
    const double top = cell.rect.top();
    const double bottom = cell.rect.bottom() + 1;
    for (int lane = 0; lane < row.lanes; ++lane) {
        const double x = centreOf(cell, lane);
        if (row.passing & (1U << lane))
            painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        if (row.joins & (1U << lane)) {
            QPainterPath path(QPointF(x, top));
            path.quadTo(QPointF(x, dot.y()), dot);
            painter.drawPath(path);
        }
    }
    if (row.hasNewer)
        painter.drawLine(QPointF(dot.x(), top), dot);
    if (!row.hasOlder)
        return;
    QPen pen = painter.pen();
    pen.setStyle(row.skips ? Qt::DotLine : Qt::SolidLine);
    painter.setPen(pen);
    painter.drawLine(dot, QPointF(dot.x(), bottom));
}

// Shaped as the marks of the outcomes are: a disc succeeded, a cross failed, a triangle was interrupted, a
// square was stopped, a ring is anything else. `paper` hides the lines below it.
void drawDot(
    QPainter& painter, const QPointF& at, double radius, Mark mark, const QColor& ink, const QColor& paper)
{
    painter.setPen(QPen(paper, 2));
    painter.setBrush(paper);
    painter.drawEllipse(at, radius, radius);
    painter.setPen(QPen(ink, mark == Mark::Bad ? 2 : lineWidth));
    if (mark == Mark::Bad) {
        const QPointF down(radius - 0.5, radius - 0.5);
        const QPointF up(radius - 0.5, 0.5 - radius);
        painter.drawLine(at - down, at + down);
        painter.drawLine(at - up, at + up);
        return;
    }
    painter.setBrush(mark == Mark::Good ? QBrush(ink) : QBrush(paper));
    const double side = radius - 0.5;
    if (mark == Mark::Stopped)
        painter.drawRect(QRectF(at - QPointF(side, side), at + QPointF(side, side)));
    else if (mark == Mark::Warning)
        painter.drawPolygon(
            QPolygonF({ at + QPointF(0, -side), at + QPointF(side, side), at + QPointF(-side, side) }));
    else
        painter.drawEllipse(at, side, side);
}

}

void ThreadDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    const ThreadRow row = rowOf(index);
    const auto mark = Mark(index.data(HistoryModel::MarkRole).toInt());
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const QColor paper = cell.palette.color(group, isSelected ? QPalette::Highlight : QPalette::Base);
    const QColor words = cell.palette.color(group, QPalette::HighlightedText);
    painter->save();
    painter->setClipRect(cell.rect);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected ? words : toneColour(Tone::Neutral, cell.palette), lineWidth));
    drawLines(*painter, cell, row);
    const QPointF dot(centreOf(cell, row.lane), QRectF(cell.rect).center().y());
    drawDot(*painter, dot, laneWidth(cell) / 3.0, mark,
        isSelected ? words : toneColour(toneOf(mark), cell.palette), paper);
    painter->restore();
    QStyleOptionViewItem text = option;
    if (cell.direction == Qt::RightToLeft)
        text.rect.setRight(text.rect.right() - widthOf(cell, row));
    else
        text.rect.setLeft(text.rect.left() + widthOf(cell, row));
    text.textElideMode = Qt::ElideMiddle; // the end says whether it helped
    QStyledItemDelegate::paint(painter, text, index);
}

QSize ThreadDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(widthOf(option, rowOf(index)), 0);
}

}
