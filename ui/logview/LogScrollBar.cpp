// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogScrollBar.h"

#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>

namespace torchmason {

LogScrollBar::LogScrollBar(QWidget* parent)
    : QScrollBar(Qt::Vertical, parent)
{
}

void LogScrollBar::setMarks(Mark mark, const QVector<double>& positions)
{
    if (positions == m_marks[mark])
        return;
    m_marks[mark] = positions;
    update();
}

void LogScrollBar::paintEvent(QPaintEvent* event)
{
    QScrollBar::paintEvent(event);
    if (std::all_of(m_marks.begin(), m_marks.end(), [](const auto& marks) { return marks.isEmpty(); }))
        return;
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove
        = style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarGroove, this);
    QPainter painter(this);
    const auto paint = [&](Mark mark, int left, int width, const QColor& colour, int height) {
        for (const double position : m_marks[mark])
            painter.fillRect(
                left, groove.top() + int(position * (groove.height() - height)), width, height, colour);
    };
    const int third = groove.width() / 3;
    paint(Hit, groove.left(), third, toneColour(Tone::Accent, palette()), 2);
    paint(Problem, groove.left() + third, third, toneColour(Tone::Warning, palette()), 2);
    paint(Finding, groove.right() - 2 * third, 2 * third + 1, toneColour(Tone::Bad, palette()), 3);
    paint(Bookmark, groove.left(), groove.width(), palette().color(QPalette::Text), 1);
}

}
