// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ReadingColumn.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace torchmason {

int ReadingColumn::readWidth(int width) const
{
    constexpr int letters = 90;
    const QWidget* owner = parentWidget();
    return owner ? std::min(width, owner->fontMetrics().averageCharWidth() * letters) : width;
}

int ReadingColumn::heightForWidth(int width) const
{
    return QVBoxLayout::heightForWidth(readWidth(width));
}

int ReadingColumn::minimumHeightForWidth(int width) const
{
    return QVBoxLayout::minimumHeightForWidth(readWidth(width));
}

void ReadingColumn::setGeometry(const QRect& place)
{
    const QSize size(readWidth(place.width()), place.height());
    const QWidget* owner = parentWidget();
    QVBoxLayout::setGeometry(QStyle::alignedRect(
        owner ? owner->layoutDirection() : Qt::LeftToRight, Qt::AlignLeft | Qt::AlignTop, size, place));
}

}
