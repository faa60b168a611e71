// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SeparatorLine.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

namespace torchmason {

SeparatorLine::SeparatorLine(Qt::Orientation orientation, QWidget* parent)
    : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void SeparatorLine::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), lineColour(palette()));
}

}
