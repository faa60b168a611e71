// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimedCharts.h"

#include "ui/charts/TimedChart.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace torchmason {

TimedCharts::TimedCharts(const SampleSeries& series)
    : m_series(series)
{
}

void TimedCharts::add(TimedChart* chart)
{
    m_charts.append(chart);
    connect(chart, &TimedChart::hovered, this, [this](qint64 elapsed) { setMoment(nearestSample(elapsed)); });
    connect(chart, &TimedChart::left, this, [this] { setMoment(m_pinned); });
    connect(chart, &TimedChart::picked, this, [this](qint64 pointed) {
        const qint64 elapsed = nearestSample(pointed);
        pin(elapsed);
        emit picked(elapsed);
    });
    connect(chart, &TimedChart::unpinned, this, [this] { pin(std::nullopt); });
}

void TimedCharts::show(qint64 end, bool isOver, const QString& instead)
{
    for (TimedChart* chart : std::as_const(m_charts)) {
        chart->setOver(isOver);
        chart->showSeries(m_series, end, instead);
    }
}

bool TimedCharts::haveCurves() const
{
    return std::any_of(m_charts.begin(), m_charts.end(),
        [this](const TimedChart* chart) { return chart->hasCurves(m_series); });
}

// They are a second apart; where they were thinned, the moment itself is shown.
qint64 TimedCharts::nearestSample(qint64 elapsed) const
{
    constexpr qint64 reach = 600;
    const Sample* before = m_series.at(elapsed);
    const Sample* after = m_series.at(elapsed + reach);
    if (!before)
        return elapsed;
    const auto distance = [elapsed](const Sample* sample) { return std::abs(sample->elapsed - elapsed); };
    const Sample* nearest = distance(after) < distance(before) ? after : before;
    return distance(nearest) <= reach ? nearest->elapsed : elapsed;
}

void TimedCharts::setMoment(std::optional<qint64> elapsed)
{
    for (TimedChart* chart : std::as_const(m_charts)) {
        chart->setPinned(elapsed && elapsed == m_pinned);
        chart->setMoment(elapsed, m_series);
    }
}

void TimedCharts::pin(std::optional<qint64> elapsed)
{
    m_pinned = elapsed;
    setMoment(elapsed);
}

void TimedCharts::mark(qint64 elapsed)
{
    if (m_pinned)
        m_pinned = elapsed;
    setMoment(elapsed);
}

void TimedCharts::setRange(std::optional<ShownTime> range)
{
    for (TimedChart* chart : std::as_const(m_charts))
        chart->setRange(range);
}

}
