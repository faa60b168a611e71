// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does in a timeline; TimelinePaint.cpp paints it.
#include "ui/charts/TimelineBars.h"

#include "ui/text/EdgeText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double wheelStep = 120; // Qt's units of one notch

// A path tells most at its ends.
QString cutInTheMiddle(const QString& line)
{
    constexpr qsizetype half = widestTip / 2;
    return line.size() <= widestTip ? line : line.left(half - 1) + u'…' + line.right(half);
}

QString fitted(QStringList lines)
{
    std::transform(lines.begin(), lines.end(), lines.begin(), &cutInTheMiddle);
    return lines.join(u'\n');
}

}

TimelineBars::TimelineBars(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineBars"));
    setMouseTracking(true);
    setMinimumSize(120, 24);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize TimelineBars::sizeHint() const
{
    constexpr int mostLanes = 64;
    const double lanes = std::min(m_layout.lanes(), mostLanes) * TimelineLayout::lowestLane;
    return { minimumWidth(), axisHeight() + spacing::small + int(std::ceil(lanes)) };
}

int TimelineBars::axisHeight() const
{
    return fontMetrics().height() + spacing::small;
}

void TimelineBars::setTimeline(ShownTimeline timeline)
{
    m_layout.setTimeline(std::move(timeline));
    updateGeometry();
    m_hovered.reset();
    arrange();
    emit heightChanged();
}

void TimelineBars::setRange(const ShownTime& range)
{
    m_range = range;
    arrange();
}

void TimelineBars::setScrolled(int pixels)
{
    m_scrolled = pixels;
    arrange();
}

void TimelineBars::setCursorTime(std::optional<qint64> elapsed)
{
    m_cursor = elapsed;
    update();
}

int TimelineBars::hiddenHeight() const
{
    return int(std::ceil(m_layout.hiddenHeight()));
}

void TimelineBars::arrange()
{
    const QRectF area(spacing::inner, spacing::small, width() - 2 * spacing::inner,
        std::max(1, height() - axisHeight() - spacing::small));
    m_layout.setView(m_range, area, m_scrolled);
    update();
}

void TimelineBars::resizeEvent(QResizeEvent*)
{
    arrange();
    emit heightChanged();
}

QString TimelineBars::toolTipOf(int index) const
{
    const TimelineEdge& edge = m_layout.edge(index);
    const EdgeRecord& record = edge.record;
    const StepState state = m_layout.state(index);
    const QString target = targetOf(record);
    const Milliseconds took(record.end - record.start);
    QStringList lines { record.output.isEmpty() ? tr("a command") : record.output };
    lines << (target.isEmpty() ? kindWord(record) : tr("%1, of %2").arg(kindWord(record), target));
    if (state == StepState::HeldBack)
        return fitted(lines << tr("held back by the memory gate, %1 so far").arg(formatDuration(took)));
    if (state == StepState::WaitsForFreeJob)
        return fitted(lines << tr("has waited %1 for a free job").arg(formatDuration(took)));
    const bool isOver = state == StepState::Done || state == StepState::Failed;
    if (isOver && !knowsStart(record))
        lines << tr("ended at %1, start unknown").arg(formatClock(Milliseconds(record.end)));
    else if (state == StepState::CutOff)
        lines << tr("started at %1, still running when the build ended, after %2")
                     .arg(formatClock(Milliseconds(record.start)), formatDuration(took));
    else
        lines << (state == StepState::Running
                ? tr("since %1, running for %2")
                      .arg(formatClock(Milliseconds(record.start)), formatDuration(took))
                : tr("%1 to %2, took %3")
                      .arg(formatClock(Milliseconds(record.start)), formatClock(Milliseconds(record.end)),
                          formatDuration(took)));
    if (record.peakMemory)
        lines << (state == StepState::Running ? tr("memory now: %1")
                : state == StepState::CutOff  ? tr("memory at the end: %1")
                                              : tr("peak memory: %1"))
                     .arg(formatBytes(*record.peakMemory));
    if (const Milliseconds waited = waitedBefore(record); waited.count() > 0)
        lines << tr("was held back by the memory gate for %1 before it started").arg(formatDuration(waited));
    if (state == StepState::Failed)
        lines << tr("failed");
    return fitted(lines);
}

bool TimelineBars::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        arrange();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto edge = m_layout.edgeAt(help->pos());
    if (!edge)
        return QWidget::event(event); // what the chart itself says
    QToolTip::showText(help->globalPos(), toolTipOf(*edge), this,
        m_layout.barOf(*edge).toAlignedRect().adjusted(-4, 0, 4, 0));
    return true;
}

qint64 TimelineBars::timeOfPixels(double pixels) const
{
    return qint64(pixels * double(m_range.length()) / std::max(1.0, m_layout.area().width()));
}

void TimelineBars::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (std::abs(turned.x()) > std::abs(turned.y()))
        emit moveRequested(-timeOfPixels(turned.x() * 0.5), 0);
    else if (event->modifiers() & Qt::ControlModifier)
        emit zoomRequested(turned.y() / wheelStep, m_layout.timeAt(event->position().x()));
    else
        return event->ignore(); // the page scrolls
    event->accept();
}

void TimelineBars::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_dragged = event->position();
    m_isDragging = false;
}

void TimelineBars::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = event->position();
    const bool pressed = event->buttons() & Qt::LeftButton;
    m_isDragging = m_isDragging
        || (pressed && (place - m_pressed).manhattanLength() >= QApplication::startDragDistance());
    if (pressed && m_isDragging) {
        const QPointF by = place - std::exchange(m_dragged, place);
        setCursor(Qt::ClosedHandCursor);
        emit moveRequested(-timeOfPixels(by.x()), -int(std::lround(by.y())));
        return;
    }
    m_hovered = m_layout.edgeAt(place);
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    emit hovered(m_layout.timeAt(place.x()));
    update();
}

void TimelineBars::mouseReleaseEvent(QMouseEvent* event)
{
    unsetCursor();
    if (event->button() != Qt::LeftButton || std::exchange(m_isDragging, false))
        return;
    const auto edge = m_layout.edgeAt(event->position());
    const bool hasEnded
        = edge && (m_layout.state(*edge) == StepState::Done || m_layout.state(*edge) == StepState::Failed);
    if (hasEnded)
        emit edgePicked(*edge);
    else
        emit picked(m_layout.timeAt(event->position().x()));
}

void TimelineBars::leaveEvent(QEvent*)
{
    m_hovered.reset();
    update();
    emit left();
}

}
