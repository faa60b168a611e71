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
    if (maximum()
        <= minimum()) { // its room is kept, but there is nothing to drag, and all places are in sight
        QPainter(this).fillRect(rect(), palette().color(QPalette::Base));
        return;
    }
    QScrollBar::paintEvent(event);
    if (std::all_of(m_marks.begin(), m_marks.end(), [](const auto& marks) { return marks.isEmpty(); }))
        return;
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove
        = style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarGroove, this);
    QPainter painter(this);
    for (const Mark mark : { Stage, Hit, Problem, Finding, Bookmark }) {
        for (const double position : m_marks[mark])
            paintMark(painter, mark, groove, position);
    }
}

void LogScrollBar::paintMark(QPainter& painter, Mark mark, const QRect& groove, double position) const
{
    const int third = groove.width() / 3;
    const auto paint = [&](int left, int width, const QColor& colour, int height) {
        painter.fillRect(
            left, groove.top() + int(position * (groove.height() - height)), width, height, colour);
    };
    switch (mark) {
    case Hit:
        return paint(groove.left(), third, toneColour(Tone::Accent, palette()), 2);
    case Problem:
        return paint(groove.left() + third, third, toneColour(Tone::Warning, palette()), 2);
    case Finding:
        return paint(groove.right() - 2 * third, 2 * third + 1, toneColour(Tone::Bad, palette()), 3);
    case Bookmark:
        return paint(groove.left(), groove.width(), palette().color(QPalette::Text), 1);
    case Stage:
        return paint(groove.left(), groove.width(), toneColour(Tone::Neutral, palette()), 2);
    }
}

QPixmap LogScrollBar::sample(Mark mark, const QSize& size) const
{
    QPixmap picture(size * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(palette().color(QPalette::Base));
    QPainter painter(&picture);
    paintMark(painter, mark, QRect(QPoint(), size), 0.5);
    return picture;
}

QString LogScrollBar::nameOf(Mark mark)
{
    switch (mark) {
    case Hit:
        return tr("Search hit, at the left");
    case Problem:
        return tr("Error or warning, in the middle");
    case Finding:
        return tr("Finding, at the right");
    case Bookmark:
        return tr("Bookmark, a thin line across");
    case Stage:
        return tr("Beginning of a stage, a grey line across");
    }
    return {};
}

}
