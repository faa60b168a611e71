// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/QuietLabel.h"

#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QGuiApplication>

namespace torchmason {

QuietLabel::QuietLabel(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    recolour();
}

void QuietLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        recolour();
}

void QuietLabel::recolour()
{
    QPalette own = QGuiApplication::palette();
    own.setColor(QPalette::WindowText, toneColour(Tone::Neutral, own));
    setPalette(own);
}

}
