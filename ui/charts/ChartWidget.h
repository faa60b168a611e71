// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QStringList>
#include <QVector>
#include <QWidget>

#include <memory>
#include <optional>

class QMouseEvent;

namespace torchmason {

// One line or area, or points. Keys are ascending: seconds, or places of setKeyLabels(). Values are in the
// unit of the axis.
struct ChartSeries {
    enum class Shape { Line, Discs, Rings, Crosses };

    QString name;
    QColor colour;
    bool filled = false; // down to zero; paint stacked areas from the highest to the lowest
    Qt::PenStyle line = Qt::SolidLine;
    QVector<double> keys;
    QVector<double> values;
    bool isBand = false; // filled down to the series before this one
    Shape shape = Shape::Line;
    double width = 1.5; // of a line
    QColor edge = {}; // of an area that is too pale to have one of its own colour
};

// A grid of values 0..1: one row per core, one column per moment, evenly spaced from 0 to lastKey.
struct ChartHeat {
    int rows = 0;
    int columns = 0;
    double lastKey = 0;
    QVector<double> values; // row by row; NaN where nothing is known
    QColor cold;
    QColor hot;
};

// The only class that knows QCustomPlot: lines, areas and points, or a heat strip, over a time axis, with a
// cursor that several charts can share. Colours and fonts follow the palette.
class ChartWidget : public QWidget {
    Q_OBJECT

public:
    enum class ValueAxis {
        Memory,
        Percent,
        Count, // of things: whole numbers from 0
        Cores, // of a heat strip
        Duration, // seconds
    };

    // "QCustomPlot 2.1.0"
    static QString library();

    explicit ChartWidget(ValueAxis axis, QWidget* parent = nullptr);
    ~ChartWidget() override;

    void setTimeAxisVisible(bool visible);
    void setSeries(const QVector<ChartSeries>& series);
    void setHeat(const ChartHeat& heat);
    void setKeyRange(double from, double to);
    // Places 0, 1, 2... have these names, instead of a time axis. As many are shown as have room.
    void setKeyLabels(const QStringList& labels);
    void setValueRange(double from, double to);
    // From zero to a label above this value.
    void setHighest(double value);
    double highestValue() const; // of the axis
    // Words above the curves, of what is above the axis; empty: none. Where they have no room the first of
    // the shorter ones that has, or nothing.
    void setEdgeNote(const QString& note, const QStringList& shorter = {});
    QString edgeNote() const;
    // A vertical line at this moment, in all charts that share a time axis.
    void setCursor(std::optional<double> key);
    // Redraws soon; several calls in a row are one redraw.
    void replot();

signals:
    void hovered(double key);
    void left();
    // Pressed or dragged with the mouse.
    void picked(double key);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool pointAt(QMouseEvent& mouse); // whether nobody else is to know of it
    void setUpAxes(ValueAxis axis);
    void applyPalette();
    int leftMargin() const;
    int labelHeight() const; // of a value, apart from the next
    int labelsBelow() const; // pixels of those of the times, where there are any
    void fitMargins();
    void fitValueLabels();
    void fitKeyLabels();
    void fitEdgeNote();

    struct State;
    std::unique_ptr<State> m_state;
};

}
