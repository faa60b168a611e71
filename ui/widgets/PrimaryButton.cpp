// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/PrimaryButton.h"

#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QStyleOptionButton>

#include <algorithm>

namespace torchmason {

PrimaryButton::PrimaryButton(QWidget* parent)
    : QPushButton(parent)
{
    setDefault(true);
}

// The text is painted bold, which is wider than what the style measures.
QSize PrimaryButton::sizeHint() const
{
    const int bold = QFontMetrics(boldFont(font())).horizontalAdvance(text());
    const int more = std::max(0, bold - fontMetrics().horizontalAdvance(text()));
    const QSize hint = QPushButton::sizeHint();
    return QSize(hint.width() + more, hint.height()).expandedTo({ fontMetrics().averageCharWidth() * 14, 0 });
}

void PrimaryButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool dark = isDark(palette());
    QColor fill = isEnabled() ? toneColour(Tone::Accent, palette()) : troughColour(palette());
    if (option.state & QStyle::State_Sunken)
        fill = fill.darker(115);
    else if (option.state & QStyle::State_MouseOver)
        fill = fill.lighter(108);
    const QRectF area = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setPen(isEnabled() ? fill : lineColour(palette()));
    painter.setBrush(fill);
    painter.drawRoundedRect(area, 4, 4);
    const QColor ink = dark ? QColor(0x10, 0x16, 0x1f) : QColor(Qt::white);
    painter.setPen(isEnabled() ? ink : palette().color(QPalette::Disabled, QPalette::ButtonText));
    painter.setFont(boldFont(font()));
    style()->drawItemText(&painter, rect(), Qt::AlignCenter | Qt::TextShowMnemonic, palette(), true, text());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(ink, 2));
        painter.drawRoundedRect(area.adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
    }
}

}
