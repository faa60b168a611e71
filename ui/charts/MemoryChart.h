// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/TimedChart.h"

#include <QPointF>

namespace torchmason {

// Memory over time: this build and all others stacked, the machine's total as a line, swap beside. A ring
// is a peak above all that is drawn: of a step, between two samples.
class MemoryChart : public TimedChart {
    Q_OBJECT

public:
    explicit MemoryChart(QWidget* parent = nullptr);

    // Of the record: the last step may have ended after the last sample. Before showSeries().
    void setPeak(std::optional<Bytes> peak) { m_toldPeak = peak; }

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    qsizetype pointsIn(const SampleSeries& series) const override;
    QString summary(const Sample& newest) const override;

private:
    // Above all that is drawn until `end`, in seconds; nullopt: none is.
    std::optional<QPointF> peakAbove(const SampleSeries& series, double drawn, double end) const;

    ChartWidget* m_chart = nullptr;
    std::optional<Bytes> m_toldPeak;
    std::optional<Bytes> m_ringPeak;
    // Of the memory gate, anywhere in what is drawn.
    bool m_hasLimit = false;
    bool m_holdsBack = false;
};

}
