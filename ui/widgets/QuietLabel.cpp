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
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        recolour();
}

// Sets the one colour only, so that the rest still comes from the parent.
void QuietLabel::recolour()
{
    const QColor quiet = toneColour(Tone::Neutral, QGuiApplication::palette());
    if (palette().color(QPalette::WindowText) == quiet)
        return;
    QPalette own;
    own.setColor(QPalette::WindowText, quiet);
    setPalette(own);
}

}
