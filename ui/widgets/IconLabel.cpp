// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/IconLabel.h"

#include <QPainter>

namespace torchmason {

IconLabel::IconLabel(int side, QWidget* parent)
    : QWidget(parent)
{
    setFixedSize(side, side);
}

void IconLabel::setIcon(const QIcon& icon)
{
    m_icon = icon;
    update();
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

}
