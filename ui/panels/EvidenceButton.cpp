// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/EvidenceButton.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

namespace torchmason {

EvidenceButton::EvidenceButton(QWidget* parent)
    : QPushButton(parent)
{
    setFont(monospaceFont(font()));
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Show this line in the log"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize EvidenceButton::sizeHint() const
{
    return QSize(200, fontMetrics().height() + 2 * spacing::inner);
}
QSize EvidenceButton::minimumSizeHint() const
{
    return sizeHint();
}

void EvidenceButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(hasFocus() || underMouse() ? toneColour(Tone::Accent, palette()) : lineColour(palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(palette().color(QPalette::Text));
    const QRect inside = rect().adjusted(spacing::inner, 0, -spacing::inner, 0);
    painter.drawText(
        inside, Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, inside.width()));
}

}
