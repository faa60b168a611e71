// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/StepsOverTime.h"
#include "core/store/AttemptLines.h"
#include "core/store/StepsBefore.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/TimedChart.h"

#include <algorithm>

namespace torchmason {

// Steps of the build that are done over time, below their total, against an earlier build and against the end
// that was expected first. Samples do not have these figures, so the chart keeps what ninja told, and asks at
// the time of each sample what was the newest then.
class StepsChart : public TimedChart {
    Q_OBJECT

public:
    explicit StepsChart(QWidget* parent = nullptr);

    void clearSteps();
    // What the build told at this time (UTC milliseconds). It is drawn by the next showSeries().
    void addSteps(qint64 time, const BuildProgress& progress);
    // Of the build that this one goes on with; the next showSeries() counts from there.
    void setStepsBefore(const StepsBefore& steps) { m_before = steps; }
    // When steps failed, UTC milliseconds: ninja counts them, and they are not done.
    void setFailed(QVector<qint64> times);
    // A build like this one, to see which is ahead.
    void setEarlier(const std::optional<StepsOverTime>& earlier);

protected:
    void drawSeries(const SampleSeries& series, double end) override;
    void showValues(const Sample* sample) override;
    qsizetype pointsIn(const SampleSeries& series) const override;
    QString summary(const Sample& newest) const override;

private:
    struct Steps {
        qint64 time = 0; // UTC milliseconds
        qint64 done = 0;
        qint64 total = 0;
    };
    // The remaining time that was told first for this total.
    struct Expected {
        Steps from;
        qint64 low = 0; // milliseconds
        qint64 high = 0;
    };
    bool hasEarlier() const; // that did about as much
    // Without an earlier build it is not known which steps are the long ones.
    bool hasBand() const { return m_expected && hasEarlier(); }
    double earliestAt(qint64 time) const { return reached(time, m_expected->low); }
    double latestAt(qint64 time) const { return reached(time, m_expected->high); }
    double reached(qint64 time, qint64 duration) const;
    std::optional<qint64> earlierAt(qint64 time) const;
    QString expectedAt(qint64 time) const; // "300 to 420"; empty: nothing more than at its beginning
    // Steps in a minute, of so many milliseconds before this time.
    std::optional<double> rateAt(qint64 time, qint64 window = 120'000) const;
    ChartLegend::Note rateNote(qint64 time) const; // "12 a minute"; empty: not known
    // nullopt where nothing had been told yet. The newest sample has what was told last: a build often ends
    // between two samples.
    std::optional<Steps> at(qint64 time) const;
    // Ninja counts only what was left to do.
    qint64 doneBefore(const Steps& steps) const { return m_before.beside(steps.total, m_inAll); }

    QVector<Steps>
        m_steps; // as ninja counts, by time; one for each change, so no more than the build has steps
    qint64 m_newest = 0; // time of the newest sample
    StepsBefore m_before;
    std::optional<qint64> m_inAll; // as told last
    QVector<qint64> m_failed;
    std::optional<Expected> m_expected;
    std::optional<StepsOverTime> m_earlier;
    ChartWidget* m_chart = nullptr;
};

}
