// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CalmSpinBox.h"

#include <QWheelEvent>

namespace torchmason {

CalmSpinBox::CalmSpinBox(QWidget* parent)
    : QSpinBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void CalmSpinBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QSpinBox::wheelEvent(event);
    else
        event->ignore();
}

}
