// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/TimedChart.h"

namespace torchmason {

// Load of the cores over time: the mean as a line, below it a strip with one row per core.
class CoresChart : public TimedChart {
    Q_OBJECT

public:
    explicit CoresChart(QWidget* parent = nullptr);

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    qsizetype pointsIn(const SampleSeries& series) const override;
    QString summary(const Sample& newest) const override;

private:
    void drawHeat(const SampleSeries& series, double end);

    ChartWidget* m_mean = nullptr;
    ChartWidget* m_heat = nullptr;
};

}
