// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/TimedChart.h"
#include "ui/models/StepSeries.h"

class QScrollBar;
class QToolButton;

namespace torchmason {

class TimelineBars;

// The steps of a build over time, one lane for each that ran at the same time. The wheel and the keys +, -
// and 0 choose the part of the time that is shown, dragging and the arrow keys move it; other charts follow
// it.
class TimelineChart : public TimedChart {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget* parent = nullptr);

    void setTimeline(const ShownTimeline& timeline);
    // Moves the part that is shown, where this moment is not in it.
    void bringIntoView(qint64 elapsed);
    TimelineBars* bars() const { return m_bars; }

signals:
    // The part of the time that all charts show now; nullopt: all of it.
    void rangeChosen(std::optional<torchmason::ShownTime> range);
    // A step that has ended was clicked.
    void stepPicked(const torchmason::EdgeRecord& edge);

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    bool hasValuesOfMoments() const override { return false; } // it counts steps of whole builds
    QString summary(const Sample& newest) const override;
    void showRange(const ShownTime& range) override;
    void showCursor(std::optional<qint64> elapsed) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void connectAll();
    void choose(const ShownTime& range);
    void zoom(double steps, qint64 around);
    void fitScrollBar();

    ShownTimeline m_shown;
    TimelineBars* m_bars = nullptr;
    QScrollBar* m_lanes = nullptr;
    QToolButton* m_showAll = nullptr; // only while a part is shown
};

}
