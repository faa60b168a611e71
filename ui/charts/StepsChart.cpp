// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/StepsChart.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace torchmason {

StepsChart::StepsChart(QWidget* parent)
    : TimedChart(tr("Steps"), parent)
    , m_chart(new ChartWidget(ChartWidget::ValueAxis::Count, this))
{
    setObjectName(QStringLiteral("stepsChart"));
    setToolTip(tr("Steps of the build that are done, and all of them; drag, or press Left or Right, to go to "
                  "that moment in the log"));
    legend()->setWidestValue(QStringLiteral("9,999"));
    addChart(m_chart, 1);
    showValues(nullptr);
}

void StepsChart::clearSteps()
{
    m_steps.clear();
}

void StepsChart::addSteps(qint64 time, const BuildProgress& progress)
{
    if (progress.preparing)
        return;
    // The clock of the machine may have been put back meanwhile.
    if (!m_steps.isEmpty())
        time = std::max(time, m_steps.last().time);
    if (m_steps.isEmpty() || m_steps.last().done != progress.done || m_steps.last().total != progress.total)
        m_steps.append({ time, progress.done, progress.total });
}

const StepsChart::Steps* StepsChart::at(qint64 time) const
{
    if (time >= m_newest && !m_steps.isEmpty())
        return &m_steps.last();
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
        [](qint64 wanted, const Steps& steps) { return wanted < steps.time; });
    return after == m_steps.begin() ? nullptr : &*(after - 1);
}

void StepsChart::drawSeries(const SampleSeries& series, double)
{
    const ChartColours colours = ChartColours::of(palette());
    ChartSeries done { tr("done"), colours.build, true, Qt::SolidLine, {}, {} };
    ChartSeries total { tr("total"), colours.limit, false, Qt::DashLine, {}, {} };
    double highest = 1;
    m_newest = series.isEmpty() ? 0 : series.samples().last().time;
    for (const Sample& sample : series.samples()) {
        const Steps* steps = at(sample.time);
        for (ChartSeries* one : { &done, &total })
            one->keys.append(double(sample.elapsed) / 1000);
        done.values.append(steps ? double(steps->done) : std::nan(""));
        total.values.append(steps ? double(steps->total) : std::nan(""));
        highest = std::max(highest, steps ? double(steps->total) : 0);
    }
    m_chart->setSeries({ done, total });
    m_chart->setValueRange(0, highest * 1.06);
}

void StepsChart::showValues(const Sample* sample)
{
    const ChartColours colours = ChartColours::of(palette());
    const Steps* steps = sample ? at(sample->time) : nullptr;
    const auto text = [steps](qint64 Steps::*count) {
        return steps ? QLocale().toString(steps->*count) : QStringLiteral("–");
    };
    legend()->setEntries({ { tr("done"), text(&Steps::done), colours.build },
        { tr("total"), text(&Steps::total), colours.limit } });
}

QString StepsChart::summary(const Sample& newest) const
{
    const Steps* steps = at(newest.time);
    const QLocale locale;
    return steps
        ? tr("Steps: %1 of %2 are done.").arg(locale.toString(steps->done), locale.toString(steps->total))
        : tr("Steps: none told yet.");
}

}
