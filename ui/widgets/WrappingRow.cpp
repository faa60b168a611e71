// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/WrappingRow.h"

#include <QStyle>

#include <algorithm>

namespace torchmason {

WrappingRow::WrappingRow(int spacing, std::initializer_list<Part> parts)
{
    setContentsMargins({});
    setSpacing(spacing);
    for (const Part& part : parts) {
        Q_ASSERT(!part.layout);
        if (part.widget)
            addWidget(part.widget);
        else
            m_items.append(
                new QSpacerItem(part.space, 0, part.space > 0 ? QSizePolicy::Fixed : QSizePolicy::Expanding));
    }
}

WrappingRow::~WrappingRow()
{
    qDeleteAll(m_items);
}

void WrappingRow::addItem(QLayoutItem* item)
{
    m_items.append(item);
}

int WrappingRow::count() const
{
    return int(m_items.size());
}

QLayoutItem* WrappingRow::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem* WrappingRow::takeAt(int index)
{
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

QVector<WrappingRow::Spot> WrappingRow::spotsIn(int width) const
{
    const int spare = width - sizeHint().width();
    QVector<Spot> spots;
    qsizetype first = 0; // of the line
    QPoint next;
    int gap = 0;
    const auto endLine = [&] {
        int height = 0;
        for (qsizetype i = first; i < spots.size(); ++i)
            height = std::max(height, spots[i].place.height());
        for (qsizetype i = first; i < spots.size(); ++i)
            spots[i].place.setHeight(height);
        if (first < spots.size())
            next = { 0, next.y() + height + std::min(spacing(), spacing::inner) };
        first = spots.size();
        gap = 0;
    };
    for (QLayoutItem* item : m_items) {
        const QSize size = item->sizeHint();
        if (item->spacerItem()) {
            const bool isStretch = item->expandingDirections().testFlag(Qt::Horizontal);
            if (isStretch)
                gap += std::max(0, spare);
            else if (first < spots.size()) // what it keeps its distance from is shown
                gap += size.width();
            if (isStretch && spare < 0)
                endLine();
            continue;
        }
        if (item->isEmpty())
            continue;
        const bool begins = first == spots.size();
        int left = next.x() + gap + (begins ? 0 : spacing());
        if (spare < 0 && !begins && left + size.width() > width) {
            endLine();
            left = 0;
        }
        gap = 0;
        spots.append({ item, { { left, next.y() }, size.boundedTo({ width, size.height() }) } });
        next.setX(left + size.width());
    }
    endLine();
    return spots;
}

int WrappingRow::heightForWidth(int width) const
{
    const QVector<Spot> spots = spotsIn(width);
    return spots.isEmpty() ? 0 : spots.last().place.bottom() + 1;
}

QSize WrappingRow::sizeHint() const
{
    QSize size(0, 0);
    int shown = 0;
    for (QLayoutItem* item : m_items) {
        const bool isShown = !item->isEmpty();
        if (!isShown && (!item->spacerItem() || shown == 0))
            continue;
        const QSize wanted = item->sizeHint();
        size = { size.width() + wanted.width() + (isShown && shown > 0 ? spacing() : 0),
            std::max(size.height(), wanted.height()) };
        shown += isShown;
    }
    return size;
}

QSize WrappingRow::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

void WrappingRow::setGeometry(const QRect& place)
{
    QLayout::setGeometry(place);
    const Qt::LayoutDirection direction
        = parentWidget() ? parentWidget()->layoutDirection() : Qt::LayoutDirectionAuto;
    for (const Spot& spot : spotsIn(place.width()))
        spot.item->setGeometry(QStyle::visualRect(direction, place, spot.place.translated(place.topLeft())));
}

}
