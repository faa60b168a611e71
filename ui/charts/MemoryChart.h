// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/TimedChart.h"

namespace torchmason {

// Memory over time: this build and all others stacked, the machine's total as a line, swap beside.
class MemoryChart : public TimedChart {
    Q_OBJECT

public:
    explicit MemoryChart(QWidget* parent = nullptr);

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    qsizetype pointsIn(const SampleSeries& series) const override;
    QString summary(const Sample& newest) const override;

private:
    ChartWidget* m_chart = nullptr;
    // Of the memory gate, anywhere in what is drawn.
    bool m_hasLimit = false;
    bool m_holdsBack = false;
};

}
