// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/MemoryChart.h"

#include "core/memory/SwapName.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double markHeight = 0.985; // of the chart, above all that is drawn

double orNan(std::optional<Bytes> bytes)
{
    return bytes ? double(*bytes) : std::nan("");
}

std::optional<Bytes> usedBytes(const Sample& sample)
{
    if (!sample.memoryTotal || !sample.memoryAvailable)
        return std::nullopt;
    return *sample.memoryTotal - std::min(*sample.memoryAvailable, *sample.memoryTotal);
}

// Shared pages are counted once by the system and maybe twice by the build's sum, so this may not go below 0.
std::optional<Bytes> otherBytes(const Sample& sample)
{
    const auto used = usedBytes(sample);
    if (!used)
        return std::nullopt;
    return *used - std::min(*used, sample.buildMemory.value_or(0));
}

}

MemoryChart::MemoryChart(QWidget* parent)
    : TimedChart(tr("Memory"), parent)
    , m_chart(new ChartWidget(ChartWidget::ValueAxis::Memory, this))
{
    setObjectName(QStringLiteral("memoryChart"));
    setToolTip(tr("Memory of this build and of everything else; drag, or press Left or Right, to go to that "
                  "moment in the log"));
    legend()->setWidestValue(QStringLiteral("99.9 GB"));
    addChart(m_chart, 1);
    showValues(nullptr);
}

void MemoryChart::drawSeries(const SampleSeries& series, double)
{
    const ChartColours colours = ChartColours::of(palette());
    ChartSeries stacked { tr("others"), colours.others, true, Qt::SolidLine, {}, {} };
    ChartSeries build { tr("this build"), colours.build, true, Qt::SolidLine, {}, {} };
    ChartSeries total { tr("total"), colours.limit, false, Qt::DashLine, {}, {} };
    ChartSeries swap { swapName(hostPlatform()), colours.swap, false, Qt::SolidLine, {}, {} };
    ChartSeries limit { tr("limit"), colours.gate, false, Qt::DashLine, {}, {} };
    ChartSeries heldBack { tr("held back"), colours.gate, false, Qt::SolidLine, {}, {} };
    double highest = 0;
    m_hasLimit = m_holdsBack = false;
    for (const Sample& sample : series.samples()) {
        const double key = double(sample.elapsed) / 1000;
        for (ChartSeries* one : { &stacked, &build, &total, &swap, &limit, &heldBack })
            one->keys.append(key);
        const double own = orNan(sample.buildMemory);
        const double others = orNan(otherBytes(sample));
        build.values.append(own);
        stacked.values.append(std::isnan(own) ? others : own + others);
        total.values.append(orNan(sample.memoryTotal));
        swap.values.append(orNan(sample.swapUsed));
        m_holdsBack = m_holdsBack || (sample.gate && sample.gate->heldBackCount > 0);
        m_hasLimit = m_hasLimit || (sample.gate && sample.gate->memoryLimit);
        limit.values.append(orNan(sample.gate ? sample.gate->memoryLimit : std::nullopt));
        heldBack.values.append(sample.gate && sample.gate->heldBackCount > 0 ? 1.0 : std::nan(""));
        for (const double value : { own, stacked.values.last(), total.values.last(), swap.values.last() })
            highest = std::isnan(value) ? highest : std::max(highest, value);
    }
    const double top = highest > 0 ? highest * 1.06 : double(gibibyte);
    for (double& value : heldBack.values)
        value *= top * markHeight; // along the top: edges had to wait for memory
    m_chart->setSeries({ stacked, build, total, swap, limit, heldBack });
    m_chart->setValueRange(0, top);
}

void MemoryChart::showValues(const Sample* sample)
{
    const ChartColours colours = ChartColours::of(palette());
    const auto text = [sample](const std::optional<Bytes>& bytes) {
        return sample && bytes ? formatBytes(*bytes) : QStringLiteral("–");
    };
    QVector<ChartLegend::Entry> entries {
        { tr("this build"), text(sample ? sample->buildMemory : std::nullopt), colours.build },
        { tr("others"), text(sample ? otherBytes(*sample) : std::nullopt), colours.others },
        { tr("total"), text(sample ? sample->memoryTotal : std::nullopt), colours.limit },
        { swapName(hostPlatform()), text(sample ? sample->swapUsed : std::nullopt), colours.swap },
    };
    // Before the last ones, which are cut where the legend is too narrow.
    const auto gate = sample ? sample->gate : std::nullopt;
    if (m_hasLimit)
        entries.insert(2, { tr("limit"), text(gate ? gate->memoryLimit : std::nullopt), colours.gate });
    else if (m_holdsBack)
        entries.insert(2,
            { tr("held back"), gate ? QString::number(gate->heldBackCount) : QStringLiteral("–"),
                colours.gate });
    legend()->setEntries(entries);
}

QString MemoryChart::summary(const Sample& newest) const
{
    QString text = tr("This build uses %1, everything else %2, of %3 in all. Swap in use: %4.")
                       .arg(formatBytes(newest.buildMemory), formatBytes(otherBytes(newest)),
                           formatBytes(newest.memoryTotal), formatBytes(newest.swapUsed));
    if (newest.gate && newest.gate->memoryLimit)
        text += u' ' + tr("Limit of the build: %1.").arg(formatBytes(newest.gate->memoryLimit));
    if (newest.gate && newest.gate->heldBackCount > 0)
        text += u' ' + tr("Compilers held back: %1.").arg(newest.gate->heldBackCount);
    return text;
}

}
