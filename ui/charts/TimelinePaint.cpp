// SPDX-License-Identifier: GPL-3.0-or-later
// How TimelineBars are painted: only what is in sight, and of bars that are narrower than a pixel one for
// each pixel.
#include "core/base/Units.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/TimelineBars.h"
#include "ui/text/EdgeText.h"
#include "ui/widgets/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double narrowestGap = 4; // bars from here on stand apart from the next
constexpr double narrowestName = 72;

// Text of others in one line.
QString oneLine(QString text)
{
    for (QChar& letter : text) {
        if (!letter.isPrint())
            letter = u'?';
    }
    return text;
}

QFont smallFont(const QFont& font)
{
    QFont small = tabularFont(font);
    small.setPointSizeF(std::max(7.0, font.pointSizeF() * 0.85));
    return small;
}

}

void TimelineBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight); // as time goes here, and names of files are read
    paintAxis(painter);
    if (m_layout.lanes() == 0) {
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(m_layout.area(), Qt::AlignCenter | Qt::TextWordWrap,
            tr("Steps of the build appear here as soon as they begin."));
        return;
    }
    painter.save();
    painter.setClipRect(m_layout.area());
    paintLanes(painter);
    painter.restore();
    if (m_cursor && m_range.contains(*m_cursor)) {
        const double x = std::round(m_layout.xOf(*m_cursor));
        painter.setPen(palette().color(QPalette::Text));
        painter.drawLine(QPointF(x, m_layout.area().top()), QPointF(x, m_layout.area().bottom()));
    }
}

void TimelineBars::paintAxis(QPainter& painter) const
{
    painter.setFont(smallFont(font()));
    const QFontMetrics metrics(painter.font());
    const QRectF area = m_layout.area();
    const int label = metrics.horizontalAdvance(formatClock(Milliseconds(m_range.to)));
    const int ticks = std::max(1, int(area.width()) / (2 * label));
    // The edges move labels: the first one by half of it, and the last one is taken before they do.
    const ShownTime labelled { m_range.from, m_layout.timeAt(width() - label / 2.0 - spacing::small) };
    const auto apart = qint64(1.7 * label * double(m_range.length()) / std::max(1.0, area.width()));
    const double y = area.bottom();
    painter.setPen(hairline(lineColour(palette())));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    for (const qint64 time : tickTimes(m_range, ticks, labelled, apart)) {
        const double x = std::round(m_layout.xOf(time));
        painter.setPen(hairline(gridColour(palette())));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, y + spacing::small));
        const QString clock = formatClock(Milliseconds(time));
        const double wide = metrics.horizontalAdvance(clock);
        const double most = width() - wide - spacing::small; // a scroll bar may stand there
        const double at = std::clamp(x - wide / 2, 0.0, std::max(0.0, most));
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(QPointF(at, y + spacing::small + metrics.ascent()), clock);
    }
    painter.setFont(font());
}

void TimelineBars::paintLanes(QPainter& painter) const
{
    const ChartColours colours = ChartColours::of(palette());
    painter.setFont(smallFont(font())); // of the names
    const auto [first, last] = m_layout.visibleLanes();
    for (int lane = first; lane < last; ++lane)
        paintLane(painter, lane, colours);
    for (int lane = first; lane < last; ++lane) { // above all others
        for (auto edge = m_layout.firstIn(lane); m_layout.isInSight(edge, lane); ++edge) {
            const bool isOver = m_layout.edge(*edge).record.end < m_layout.range().from;
            if (m_layout.state(*edge) == StepState::Failed && !isOver)
                paintFailed(painter, *edge, colours);
        }
    }
    if (m_hovered) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawRect(m_layout.barOf(*m_hovered).adjusted(-1, 0, 1, 0));
    }
}

void TimelineBars::paintLane(QPainter& painter, int lane, const ChartColours& colours) const
{
    double painted = m_layout.area().left(); // up to where the lane has its bars
    for (auto edge = m_layout.firstIn(lane); m_layout.isInSight(edge, lane); ++edge) {
        const QRectF exact = m_layout.barOf(*edge);
        const double begin = std::max(painted, std::floor(exact.left()));
        const double end = std::min(m_layout.area().right() + 1, std::ceil(exact.right()));
        if (end <= begin)
            continue; // in a pixel that is painted
        const QRectF bar(begin, std::round(exact.top()), end - begin, std::floor(exact.height()));
        paintWaited(painter, *edge, bar, painted, colours.of(m_layout.edge(*edge).kind));
        const double gap = bar.width() >= narrowestGap ? 1 : 0;
        paintBar(painter, *edge, bar.adjusted(0, 0, -gap, 0), colours);
        painted = end;
    }
}

void TimelineBars::paintBar(
    QPainter& painter, int index, const QRectF& bar, const ChartColours& colours) const
{
    const StepState state = m_layout.state(index);
    QColor colour = state == StepState::Failed ? colours.failed : colours.of(m_layout.edge(index).kind);
    if (state == StepState::HeldBack) {
        painter.fillRect(bar, QBrush(colour, Qt::BDiagPattern));
        return;
    }
    if (state == StepState::WaitsForFreeJob) { // hollow
        painter.fillRect(bar, colour);
        return painter.fillRect(bar.adjusted(1, 1, -1, -1), colours.base);
    }
    painter.fillRect(bar, colour);
    if (state == StepState::Running || state == StepState::CutOff) {
        // What still runs is open to the right: it has no edge there.
        const double line = std::min(3.0, bar.width());
        colour = colours.running(m_layout.edge(index).kind);
        painter.fillRect(bar.adjusted(line, 1, state == StepState::CutOff ? -line : 0, -1), colour);
    }
    paintName(painter, index, bar, colour);
}

// The time at the gate stands before the step, as far as its lane is free there.
void TimelineBars::paintWaited(
    QPainter& painter, int index, const QRectF& bar, double free, const QColor& colour) const
{
    const EdgeRecord& record = m_layout.edge(index).record;
    const Milliseconds waited = waitedBefore(record);
    if (waited.count() <= 0)
        return;
    const double begin = std::max(free, m_layout.xOf(record.start - waited.count()));
    if (begin < bar.left())
        painter.fillRect(
            QRectF(begin, bar.top(), bar.left() - begin, bar.height()), QBrush(colour, Qt::BDiagPattern));
}

// A cross on a disk, whatever the width of the bar.
void TimelineBars::paintFailed(QPainter& painter, int index, const ChartColours& colours) const
{
    const QRectF bar = m_layout.barOf(index);
    const double size = std::clamp(bar.height(), 10.0, 14.0);
    const QRectF area = m_layout.area();
    const double radius = size / 2;
    QPointF centre(
        std::clamp(bar.right() - radius, area.left() + radius, area.right() - radius), bar.center().y());
    if (area.contains(bar.center())
        && area.height() >= size) // of the first and the last lane all of it is seen
        centre.setY(std::clamp(centre.y(), area.top() + radius, area.bottom() - radius));
    painter.save();
    painter.fillRect(bar, colours.failed);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Base), 1));
    painter.setBrush(colours.failed);
    painter.drawEllipse(centre, radius, radius);
    const double arm = size * 0.2;
    painter.setPen(QPen(Qt::white, 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm));
    painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm));
    painter.restore();
}

void TimelineBars::paintName(QPainter& painter, int index, const QRectF& bar, const QColor& colour) const
{
    if (bar.width() < narrowestName) // most of them
        return;
    const QFontMetrics metrics(painter.font());
    if (bar.height() < metrics.height() + 2) // it would lose its underscores
        return;
    const QString name = oneLine(stepName(m_layout.edge(index).record.output));
    const double room = bar.width() - 2 * spacing::small;
    painter.setPen(colour.lightnessF() > 0.5 ? Qt::black : Qt::white);
    painter.drawText(bar.adjusted(spacing::small, 0, -spacing::small, 0), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(name, Qt::ElideRight, int(room)));
}

}
