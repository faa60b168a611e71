// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"
#include "ui/charts/TimedChart.h"

namespace torchmason {

// Steps of the build that are done over time, below their total. Samples do not have these figures, so the
// chart keeps what ninja told, and asks at the time of each sample what was the newest then.
class StepsChart : public TimedChart {
    Q_OBJECT

public:
    explicit StepsChart(QWidget* parent = nullptr);

    void clearSteps();
    // What the build told at this time (UTC milliseconds). It is drawn by the next showSeries().
    void addSteps(qint64 time, const BuildProgress& progress);

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    QString summary(const Sample& newest) const override;

private:
    struct Steps {
        qint64 time = 0; // UTC milliseconds
        qint64 done = 0;
        qint64 total = 0;
    };
    // nullptr where nothing had been told yet. The newest sample has what was told last: a build often ends
    // between two samples.
    const Steps* at(qint64 time) const;

    QVector<Steps> m_steps; // by time; one for each change, so no more than the build has steps
    qint64 m_newest = 0; // time of the newest sample
    ChartWidget* m_chart = nullptr;
};

}
