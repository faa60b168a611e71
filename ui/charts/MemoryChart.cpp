// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/MemoryChart.h"

#include "core/memory/SwapName.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/text/TipText.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double markHeight = 0.985; // of the chart, above all that is drawn
constexpr double reach = 4; // what is higher than so many times the build's peak is told in words
constexpr double leastPeak = 64.0 * double(mebibyte);
constexpr qsizetype samplesUntilTold = 3; // of a peak
constexpr double room = 1.06; // above the highest that is drawn
constexpr double roomOfRing = 1.12; // the same, else it touches the words above

// What the axis is made for: the build, not the machine.
struct Peaks {
    double build = 0;
    double withOthers = 0;
    double swap = 0;
    double limit = 0;
    double total = 0;

    double highest() const { return std::max({ build, withOthers, swap, limit, total }); }
    bool isInReach(double peak) const { return build <= 0 || peak <= reach * std::max(build, leastPeak); }
    double top() const
    {
        double drawn = build <= 0 ? highest() : std::max(build, leastPeak);
        for (const double peak : { withOthers, swap, limit, total })
            drawn = isInReach(peak) ? std::max(drawn, peak) : drawn;
        return drawn > 0 ? drawn : double(gibibyte);
    }
};

void lift(double& peak, double value)
{
    peak = std::isnan(value) ? peak : std::max(peak, value);
}

double orNan(std::optional<Bytes> bytes)
{
    return bytes ? double(*bytes) : std::nan("");
}

// The legend has these values, too; where there is little room, words go first.
void tellAbove(const Peaks& peaks, ChartWidget& chart)
{
    QStringList all;
    QStringList values;
    if (!peaks.isInReach(peaks.withOthers))
        all << MemoryChart::tr("others");
    const auto add = [&](const QString& words, double peak) {
        if (peaks.isInReach(peak))
            return;
        values << formatBytes(Bytes(peak));
        all << words.arg(values.last());
    };
    add(MemoryChart::tr("limit %1"), peaks.limit);
    add(MemoryChart::tr("total %1"), peaks.total);
    if (all.isEmpty())
        return chart.setEdgeNote({});
    const QString comma = QStringLiteral(", ");
    const QString arrow = QStringLiteral("\u2191 ");
    chart.setEdgeNote(MemoryChart::tr("Above: %1").arg(all.join(comma)),
        { arrow + all.join(comma), values.isEmpty() ? QString() : arrow + values.join(comma) });
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
    setToolTip(tipText(
        tr("Memory of this build and of everything else, including Torchmason's own programs. A ring is a "
           "peak between two measurements. Drag, or press Left or Right, to go to that moment in the log")));
    legend()->setWidestValue(QStringLiteral("99.9 GB"));
    const auto with = [](const ChartLegend::Entry& ofGate) {
        return QVector<ChartLegend::Entry> { { tr("this build"), {}, {} }, { tr("peak"), {}, {} },
            { tr("others"), {}, {} }, ofGate, { tr("total"), {}, {}, Qt::DashLine },
            { swapName(hostPlatform()), {}, {} } };
    };
    legend()->setPossible({ with({ tr("limit"), {}, {}, Qt::DashLine }), with({ tr("held back"), {}, {} }) });
    addChart(m_chart, 1);
    showValues(nullptr);
}

void MemoryChart::drawSeries(const SampleSeries& series, double end)
{
    const ChartColours colours = ChartColours::of(palette());
    ChartSeries stacked { tr("others"), colours.others, true, Qt::SolidLine, {}, {} };
    stacked.edge = colours.othersEdge;
    stacked.width = 1;
    ChartSeries build { tr("this build"), colours.build, true, Qt::SolidLine, {}, {} };
    ChartSeries total { tr("total"), colours.limit, false, Qt::DashLine, {}, {} };
    ChartSeries swap { swapName(hostPlatform()), colours.swap, false, Qt::SolidLine, {}, {} };
    ChartSeries limit { tr("limit"), colours.gate, false, Qt::DashLine, {}, {} };
    ChartSeries heldBack { tr("held back"), colours.gate, false, Qt::SolidLine, {}, {} };
    Peaks peaks;
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
        lift(peaks.build, own);
        lift(peaks.withOthers, stacked.values.last());
        lift(peaks.swap, swap.values.last());
        lift(peaks.limit, limit.values.last());
        lift(peaks.total, total.values.last());
    }
    ChartSeries ring { tr("peak"), colours.build, false, Qt::SolidLine, {}, {} };
    ring.shape = ChartSeries::Shape::Rings;
    m_ringPeak.reset();
    if (const auto peak = peakAbove(series, peaks.build, end)) {
        ring.keys.append(peak->x());
        ring.values.append(peak->y());
        m_ringPeak = Bytes(peak->y());
        lift(peaks.build, peak->y());
    }
    if (!peaks.isInReach(peaks.withOthers))
        stacked.values.fill(std::nan("")); // they would fill all of the chart
    tellAbove(peaks, *m_chart);
    const double top = peaks.top() * (m_ringPeak ? roomOfRing : room);
    for (double& value : heldBack.values)
        value *= top * markHeight; // along the top: edges had to wait for memory
    m_chart->setSeries({ stacked, build, total, swap, limit, heldBack, ring });
    m_chart->setValueRange(0, top);
}

// A step tells of its peak up to two seconds after its end, and by then the curve may have fallen and risen
// again: the ring stands over its last top before that. The axis may end before the last sample.
std::optional<QPointF> MemoryChart::peakAbove(const SampleSeries& series, double drawn, double end) const
{
    const auto seen = series.peakBuildMemory();
    const auto peak = std::max(seen, m_toldPeak);
    if (!peak || drawn <= 0 || double(*peak) <= drawn)
        return std::nullopt;
    const Sample* told = peak != seen ? &series.samples().last() : series.at(series.peakElapsed());
    const Sample* first = series.samples().constData();
    const auto isLower = [](const Sample& one, const Sample& other) {
        return one.buildMemory.value_or(0) < other.buildMemory.value_or(0);
    };
    const Sample* top
        = std::max_element(told - std::min<qsizetype>(told - first, samplesUntilTold), told + 1, isLower);
    while (top != first && isLower(*top, *(top - 1)))
        --top;
    return QPointF(std::min(double(top->elapsed) / 1000, end), double(*peak));
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
        { tr("total"), text(sample ? sample->memoryTotal : std::nullopt), colours.limit, Qt::DashLine },
        { swapName(hostPlatform()), text(sample ? sample->swapUsed : std::nullopt), colours.swap },
    };
    // Before the last ones, which are cut where the legend is too narrow.
    const auto gate = sample ? sample->gate : std::nullopt;
    if (m_hasLimit)
        entries.insert(
            2, { tr("limit"), text(gate ? gate->memoryLimit : std::nullopt), colours.gate, Qt::DashLine });
    else if (m_holdsBack)
        entries.insert(2,
            { tr("held back"), gate ? QString::number(gate->heldBackCount) : QStringLiteral("–"),
                colours.gate });
    if (m_ringPeak) {
        ChartLegend::Entry peak { tr("peak"), formatBytes(*m_ringPeak), colours.build };
        peak.isRing = true;
        entries.insert(1, peak);
    }
    legend()->setEntries(entries);
}

// Where a build was too quick to be seen, the machine's memory alone would look like a build that used
// nothing.
qsizetype MemoryChart::pointsIn(const SampleSeries& series) const
{
    const QVector<Sample>& samples = series.samples();
    const auto seen = std::count_if(samples.begin(), samples.end(),
        [](const Sample& sample) { return sample.buildMemory.value_or(0) > 0; });
    if (seen > 0 || samples.size() <= fewSamples)
        return seen;
    return std::count_if(samples.begin(), samples.end(),
        [](const Sample& sample) { return sample.buildMemory || sample.memoryTotal; });
}

QString MemoryChart::summary(const Sample& newest) const
{
    QStringList known;
    const auto tell = [&known](const QString& sentence, const std::optional<Bytes>& bytes) {
        if (bytes)
            known << sentence.arg(formatBytes(*bytes));
    };
    tell(tr("This build uses %1."), newest.buildMemory);
    tell(tr("Everything else uses %1."), otherBytes(newest));
    tell(tr("The machine has %1 in all."), newest.memoryTotal);
    tell(tr("Swap in use: %1."), newest.swapUsed);
    QString text = known.join(u' ');
    if (newest.gate && newest.gate->memoryLimit)
        text += u' ' + tr("Limit of the build: %1.").arg(formatBytes(newest.gate->memoryLimit));
    if (newest.gate && newest.gate->heldBackCount > 0)
        text += u' ' + tr("Steps held back: %1.").arg(newest.gate->heldBackCount);
    return text;
}

}
