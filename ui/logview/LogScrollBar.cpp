// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogScrollBar.h"

#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

namespace torchmason {

LogScrollBar::LogScrollBar(QWidget* parent)
    : QScrollBar(Qt::Vertical, parent)
{
}

void LogScrollBar::setFindingMarks(QVector<double> marks)
{
    m_findings = std::move(marks);
    update();
}

void LogScrollBar::setHitMarks(QVector<double> marks)
{
    m_hits = std::move(marks);
    update();
}

void LogScrollBar::paintEvent(QPaintEvent* event)
{
    QScrollBar::paintEvent(event);
    if (m_findings.isEmpty() && m_hits.isEmpty())
        return;
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove
        = style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarGroove, this);
    QPainter painter(this);
    const auto paint
        = [&](const QVector<double>& marks, const QRect& lane, const QColor& colour, int height) {
              for (const double mark : marks)
                  painter.fillRect(lane.x(), groove.top() + int(mark * (groove.height() - height)),
                      lane.width(), height, colour);
          };
    const int third = groove.width() / 3;
    paint(m_hits, QRect(groove.left(), 0, third, 0), toneColour(Tone::Accent, palette()), 2);
    paint(m_findings, QRect(groove.right() - 2 * third, 0, 2 * third + 1, 0),
        toneColour(Tone::Bad, palette()), 3);
}

}
