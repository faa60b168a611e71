// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/CoresChart.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace torchmason {

namespace {

constexpr int mostColumns = 320;

double meanLoad(const Sample& sample)
{
    if (sample.coreLoad.isEmpty())
        return std::nan("");
    return std::accumulate(sample.coreLoad.begin(), sample.coreLoad.end(), 0.0)
        / double(sample.coreLoad.size());
}

QString percent(double part)
{
    return std::isnan(part) ? QStringLiteral("–") : QStringLiteral("%1 %").arg(part * 100, 0, 'f', 0);
}

}

CoresChart::CoresChart(QWidget* parent)
    : TimedChart(tr("Cores"), parent)
    , m_mean(new ChartWidget(ChartWidget::ValueAxis::Percent, this))
    , m_heat(new ChartWidget(ChartWidget::ValueAxis::Cores, this))
{
    setObjectName(QStringLiteral("coresChart"));
    setToolTip(tipText(
        tr("Load of all cores together, and below it a row for each core: blue is busy, the colour of the "
           "background is idle; drag, or press Left or Right, to go to that moment in the log")));
    legend()->setWidestValue(QStringLiteral("100 %"));
    legend()->setPossible({ { { tr("mean"), {}, {}, Qt::SolidLine }, { tr("least busy"), {}, {} },
        { tr("busiest"), {}, {} } } });
    m_mean->setTimeAxisVisible(false);
    addChart(m_mean, 2);
    addChart(m_heat, 3);
    showValues(nullptr);
}

void CoresChart::drawSeries(const SampleSeries& series, double end)
{
    ChartSeries mean { tr("mean"), ChartColours::of(palette()).mean, false, Qt::SolidLine, {}, {} };
    for (const Sample& sample : series.samples()) {
        mean.keys.append(double(sample.elapsed) / 1000);
        mean.values.append(meanLoad(sample) * 100);
    }
    m_mean->setSeries({ mean });
    m_mean->setValueRange(0, 108);
    drawHeat(series, end);
}

void CoresChart::drawHeat(const SampleSeries& series, double end)
{
    const ChartColours colours = ChartColours::of(palette());
    ChartHeat heat;
    heat.cold = colours.idle;
    heat.hot = colours.busy;
    if (!series.isEmpty()) {
        heat.rows = int(series.samples().last().coreLoad.size());
        heat.lastKey = std::min(end, double(series.samples().last().elapsed) / 1000);
        heat.columns = std::clamp(int(series.samples().size()), 2, mostColumns);
    }
    heat.values.fill(std::nan(""), qsizetype(heat.rows) * heat.columns);
    for (int column = 0; column < heat.columns; ++column) {
        const Sample* sample = series.at(qint64(1000 * heat.lastKey * column / (heat.columns - 1)));
        for (int row = 0; row < heat.rows && row < sample->coreLoad.size(); ++row)
            heat.values[qsizetype(row) * heat.columns + column] = sample->coreLoad[row];
    }
    m_heat->setHeat(heat);
}

void CoresChart::showValues(const Sample* sample)
{
    const ChartColours colours = ChartColours::of(palette());
    QVector<ChartLegend::Entry> entries { { tr("mean"), percent(sample ? meanLoad(*sample) : std::nan("")),
        colours.mean, Qt::SolidLine } };
    if (sample && !sample->coreLoad.isEmpty()) {
        const auto [low, high] = std::minmax_element(sample->coreLoad.begin(), sample->coreLoad.end());
        // As their rows are drawn.
        const auto colourOf = [&colours](double load) {
            return mixed(colours.busy, colours.idle, std::clamp(load, 0.0, 1.0));
        };
        // Two shades that are alike are told apart by their marks.
        entries.append({ tr("least busy"), percent(*low), colourOf(*low), Qt::NoPen, Qt::NoBrush }); // hollow
        entries.append({ tr("busiest"), percent(*high), colourOf(*high) });
    }
    legend()->setEntries(entries);
    legend()->setNote(
        { tr("0 to 100 % busy"), tr("busy"), ChartLegend::Scale { colours.idle, colours.busy } });
}

qsizetype CoresChart::pointsIn(const SampleSeries& series) const
{
    return std::count_if(series.samples().begin(), series.samples().end(),
        [](const Sample& sample) { return !sample.coreLoad.isEmpty(); });
}

QString CoresChart::summary(const Sample& newest) const
{
    return tr("Cores: %1, loaded %2 on average.").arg(newest.coreLoad.size()).arg(percent(meanLoad(newest)));
}

}
