// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/TimelineLayout.h"

#include <QWidget>

#include <optional>

namespace torchmason {

struct ChartColours;

// Paints the lanes of a timeline and their time axis, and tells what the mouse does there.
class TimelineBars : public QWidget {
    Q_OBJECT

public:
    explicit TimelineBars(QWidget* parent = nullptr);

    void setTimeline(ShownTimeline timeline);
    void setRange(const ShownTime& range);
    void setScrolled(int pixels);
    void setCursorTime(std::optional<qint64> elapsed);
    // Pixels that lanes are higher than their room.
    int hiddenHeight() const;
    const TimelineLayout& geometryOfBars() const { return m_layout; }
    // Plain text of several lines.
    QString toolTipOf(int edge) const;
    // All lanes, as low as they may be; where there are very many, the first of them.
    QSize sizeHint() const override;

signals:
    void hovered(qint64 elapsed);
    void left();
    // Clicked where no bar is, or on one that still runs.
    void picked(qint64 elapsed);
    void edgePicked(int edge);
    // Of the wheel: steps towards more detail, around this time.
    void zoomRequested(double steps, qint64 around);
    // Dragged, or turned sideways.
    void moveRequested(qint64 milliseconds, int pixelsDown);
    void heightChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void arrange();
    int axisHeight() const;
    void paintAxis(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    void paintLane(QPainter& painter, int lane, const ChartColours& colours) const;
    void paintBar(QPainter& painter, int edge, const QRectF& bar, const ChartColours& colours) const;
    void paintWaited(QPainter& painter, int edge, const QRectF& bar, double free, const QColor& colour) const;
    void paintFailed(QPainter& painter, int edge, const ChartColours& colours) const;
    void paintName(QPainter& painter, int edge, const QRectF& bar, const QColor& colour) const;
    qint64 timeOfPixels(double pixels) const;

    TimelineLayout m_layout;
    ShownTime m_range { 0, 1 };
    int m_scrolled = 0;
    std::optional<qint64> m_cursor;
    std::optional<int> m_hovered;
    QPointF m_pressed;
    QPointF m_dragged;
    bool m_isDragging = false;
};

}
