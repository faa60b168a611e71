// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ShownTime.h"
#include "ui/models/SampleSeries.h"

#include <QElapsedTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace torchmason {

class ChartLegend;
class ChartWidget;

// Base of the charts of an attempt: a time axis, a selected time that all charts share, and a summary for
// screen readers. Left, Right, Home and End move the selected time. Times are milliseconds since the attempt
// began; what is drawn has seconds (ChartSeries).
class TimedChart : public QWidget {
    Q_OBJECT

public:
    explicit TimedChart(const QString& title, QWidget* parent = nullptr);

    static constexpr qsizetype fewSamples = 3; // of an attempt of about two seconds
    static QString tooShort() { return tr("Too short for a chart"); }
    // `instead`: what stands in place of a chart that has no values.
    void showSeries(const SampleSeries& series, qint64 end, const QString& instead = {});
    // None where it draws bars only.
    bool hasCurves(const SampleSeries& series) const { return !m_charts.isEmpty() && pointsIn(series) > 1; }
    // Whether the build has ended, and the time axis with it; before showSeries().
    void setOver(bool over) { m_isOver = over; }
    // Whether the moment stays when the pointer leaves, and the chart says so; before setMoment().
    void setPinned(bool pinned) { m_isPinned = pinned; }
    // nullopt: the newest.
    void setMoment(std::optional<qint64> elapsed, const SampleSeries& series);
    // The part of the time that is shown; nullopt: all of it.
    void setRange(std::optional<ShownTime> range);

    QSize minimumSizeHint() const override;

signals:
    void hovered(qint64 elapsed);
    void left();
    void picked(qint64 elapsed);
    void unpinned(); // clicked beside the curves while a moment is pinned

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void addChart(ChartWidget* chart, int stretch);
    ChartLegend* legend() const { return m_legend; }
    ShownTime whole() const; // with room where a build has just begun
    ShownTime range() const { return m_range ? moved(*m_range, 0, whole()) : whole(); }
    bool isZoomed() const { return m_range.has_value(); }
    // Of a build that has ended.
    bool showsEnd() const { return m_isOver && !m_moment && hasValuesOfMoments(); }
    // Whether the legend tells what was at a moment.
    virtual bool hasValuesOfMoments() const { return true; }
    virtual void showRange(const ShownTime& range);
    virtual void showCursor(std::optional<qint64> elapsed);
    // Gives the charts their series; `end` is the end of the time axis in seconds.
    virtual void drawSeries(const SampleSeries& series, double end) = 0;
    // Fills the legend; nullptr where there is no sample. Also called when the palette changes.
    virtual void showValues(const Sample* sample) = 0;
    // How many samples have anything to draw; one makes no line.
    virtual qsizetype pointsIn(const SampleSeries&) const { return 2; }
    // One sentence for screen readers, made again every ten seconds at most.
    virtual QString summary(const Sample& newest) const = 0;
    void showLegend(); // by showValues(), or nothing where nothing was measured and nothing will be

private:
    void updateSummary(const SampleSeries& series);
    void setInstead(const QString& words);
    void fitLegend();
    QString momentText() const;
    bool isEmptyAtMoment() const; // no series has a value there
    std::optional<qint64> momentFor(int key) const;

    ChartLegend* m_legend = nullptr;
    QVector<ChartWidget*> m_charts;
    QLabel* m_instead = nullptr;
    QElapsedTimer m_sinceSummary;
    bool m_isOver = false;
    bool m_isPinned = false;
    std::optional<qint64> m_moment;
    std::optional<ShownTime> m_range;
    qint64 m_end = 0; // of the series
    std::optional<Sample> m_shown;
};

}
