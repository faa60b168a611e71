// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Trend.h"
#include "ui/charts/ChartLegend.h"

#include <QWidget>

#include <optional>

namespace torchmason {

class ChartWidget;
struct ChartColours;

// Time and peak memory of the builds of a profile, one after the other. Left, Right, Home and End go from
// attempt to attempt; Return or a click picks one.
class TrendChart : public QWidget {
    Q_OBJECT

public:
    explicit TrendChart(QWidget* parent = nullptr);

    // `selected`: the number of an attempt, which need not be among them.
    void showPoints(const QVector<TrendPoint>& points, int selected);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void picked(int number);

protected:
    void changeEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // One of the two: where it is drawn, and which figure of a point it shows.
    struct Figure {
        ChartLegend* legend = nullptr;
        ChartWidget* chart = nullptr;
        std::optional<double> (*valueOf)(const TrendPoint&) = nullptr; // seconds or bytes
        QString (*textOf)(const TrendPoint&) = nullptr;
        std::optional<double> (*partOf)(const TrendPoint&) = nullptr; // of the value, where there is one
    };

    QWidget* createFigure(Figure& figure, const QString& title);
    void draw(const Figure& figure);
    QVector<ChartLegend::Entry> entriesOf(
        const Figure& figure, const TrendPoint& point, const ChartColours& colours) const;
    void giveRoom(); // to the longest of all entries
    void fitLegends();
    void showAt(std::optional<qsizetype> place);
    void pick(std::optional<qsizetype> place);
    std::optional<qsizetype> placeAt(double key) const;
    std::optional<qsizetype> selectedPlace() const;

    Figure m_time;
    Figure m_memory;
    QVector<TrendPoint> m_points;
    bool m_drawsCompiling = false;
    int m_selected = 0;
    std::optional<qsizetype> m_shown; // whose values are told
};

// Whether there is a line of the compiling alone: one point is none.
bool drawsCompiling(const QVector<TrendPoint>& points);

// "6 succeeded (1 with a cache), 4 failed. Without a cache: first 2 h 2 min, 24.0 GB (attempt 1), last..."
QString trendText(const QVector<TrendPoint>& points);

}
