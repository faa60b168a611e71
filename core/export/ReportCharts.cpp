// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ReportCharts.h"

#include "core/export/HtmlWriter.h"
#include "core/history/EdgeTimeline.h"
#include "core/history/SampleLines.h"

#include <algorithm>
#include <numeric>

namespace torchmason {

namespace {

// Of the drawing, in its own units.
constexpr double wide = 720;
constexpr double high = 190;
constexpr double left = 74;
constexpr double right = wide - 12;
constexpr double above = 10;
constexpr double below = high - 26;

enum class Keep {
    Highest, // so that no peak is lost
    Mean,
    Last,
};

// Of each stretch one point.
QVector<ChartPoint> thinned(const QVector<ChartPoint>& points, Keep keep)
{
    const qsizetype parts = std::min<qsizetype>(points.size(), mostChartPoints);
    QVector<ChartPoint> thin;
    for (qsizetype part = 0; part < parts; ++part) {
        const auto begin = points.begin() + part * points.size() / parts;
        const auto end = points.begin() + (part + 1) * points.size() / parts;
        ChartPoint point = *(end - 1);
        if (keep == Keep::Highest)
            point = *std::max_element(
                begin, end, [](const auto& one, const auto& other) { return one.value < other.value; });
        else if (keep == Keep::Mean)
            point.value = std::accumulate(begin, end, 0.0, [](double sum, const auto& one) {
                return sum + one.value;
            }) / double(end - begin);
        thin.append(point);
    }
    return thin;
}

QString after(qint64 time)
{
    return formatDuration(Milliseconds(time));
}

QString coordinate(double value)
{
    return QString::number(value, 'f', 1);
}

ChartPoint highest(const QVector<ChartPoint>& points)
{
    return *std::max_element(points.begin(), points.end(),
        [](const auto& one, const auto& other) { return one.value < other.value; });
}

double mean(const QVector<ChartPoint>& points)
{
    return std::accumulate(points.begin(), points.end(), 0.0, [](double sum, const auto& point) {
        return sum + point.value;
    }) / double(points.size());
}

ReportChart memoryChart(const QVector<ChartPoint>& points, std::optional<Bytes> limit)
{
    const ChartPoint peak = highest(points);
    const auto shown = [](double value) { return formatBytes(Bytes(value)); };
    ReportChart chart { QStringLiteral("memory"), QStringLiteral("Memory of the build"), {},
        thinned(points, Keep::Highest), std::max(peak.value, limit ? double(*limit) : 1.0), std::nullopt,
        shown };
    if (limit)
        chart.limit = double(*limit);
    chart.description = QStringLiteral("The highest sample is %1, after %2; %3 on average. %4")
                            .arg(shown(peak.value), after(peak.time), shown(mean(points)),
                                limit ? QStringLiteral("The limit was %1 (dashed).").arg(formatBytes(*limit))
                                      : QStringLiteral("No limit was set."));
    return chart;
}

ReportChart coresChart(const QVector<ChartPoint>& points)
{
    const auto shown = [](double value) { return QStringLiteral("%1 %").arg(qRound(value)); };
    return { QStringLiteral("cores"), QStringLiteral("Load of the cores"),
        QStringLiteral("%1 of all cores on average over the whole time.").arg(shown(mean(points))),
        thinned(points, Keep::Mean), 100, std::nullopt, shown };
}

ReportChart stepsChart(const QVector<ChartPoint>& points)
{
    const auto shown = [](double value) { return QString::number(qRound(value)); };
    const ChartPoint last = points.last();
    return { QStringLiteral("steps"), QStringLiteral("Finished steps"),
        QStringLiteral("%1 steps until %2 after the start; half of them after %3.")
            .arg(shown(last.value), after(last.time), after(points.at((points.size() - 1) / 2).time)),
        thinned(points, Keep::Last), std::max(last.value, 1.0), std::nullopt, shown };
}

double heightOf(const ReportChart& chart, double value)
{
    return below - std::clamp(value / chart.top, 0.0, 1.0) * (below - above);
}

void writeAxes(HtmlWriter& html, const ReportChart& chart, qint64 end)
{
    for (const double part : { 0.0, 0.5, 1.0 }) {
        const QString y = coordinate(heightOf(chart, chart.top * part));
        html.voidElement("path",
            { { "class", QStringLiteral("grid") },
                { "d", QStringLiteral("M%1 %2H%3").arg(coordinate(left), y, coordinate(right)) } });
        html.element("text", chart.shown(chart.top * part),
            { { "x", coordinate(left - 6) }, { "y", coordinate(y.toDouble() + 4) },
                { "text-anchor", QStringLiteral("end") } });
        html.element("text", after(qint64(double(end) * part)),
            { { "x", coordinate(left + (right - left) * part) }, { "y", coordinate(high - 8) },
                { "text-anchor",
                    part == 0.0       ? QStringLiteral("start")
                        : part == 1.0 ? QStringLiteral("end")
                                      : QStringLiteral("middle") } });
    }
}

}

Result<QVector<SampledMoment>> readMoments(const QString& attemptFolder)
{
    QVector<SampledMoment> moments;
    const auto read = eachSample(attemptFolder, [&moments](const Sample& sample) {
        if (sample.elapsed < 0)
            return;
        SampledMoment moment { sample.elapsed, sample.buildMemory, std::nullopt, std::nullopt };
        if (sample.gate)
            moment.limit = sample.gate->memoryLimit;
        if (!sample.coreLoad.isEmpty()) {
            double sum = 0;
            for (const double load : sample.coreLoad)
                sum += std::clamp(load, 0.0, 1.0);
            moment.load = sum / double(sample.coreLoad.size());
        }
        moments.append(moment);
    });
    return read ? Result<QVector<SampledMoment>>(moments) : read.error();
}

QVector<ReportChart> reportCharts(
    const QVector<SampledMoment>& moments, const QVector<EdgeRecord>& edges, std::optional<Bytes> memoryLimit)
{
    QVector<ChartPoint> memory;
    QVector<ChartPoint> cores;
    for (const SampledMoment& moment : moments) {
        if (moment.memory)
            memory.append({ moment.elapsed, double(*moment.memory) });
        if (moment.load)
            cores.append({ moment.elapsed, *moment.load * 100 });
        if (moment.limit)
            memoryLimit = moment.limit;
    }
    QVector<qint64> ends;
    for (const EdgeRecord& edge : finishedSteps(edges))
        ends.append(std::max<qint64>(edge.end, 0));
    std::sort(ends.begin(), ends.end());
    QVector<ChartPoint> steps;
    for (qsizetype done = 0; done < ends.size(); ++done)
        steps.append({ ends.at(done), double(done + 1) });
    QVector<ReportChart> charts;
    if (memory.size() > 1)
        charts.append(memoryChart(memory, memoryLimit));
    if (cores.size() > 1)
        charts.append(coresChart(cores));
    if (steps.size() > 1)
        charts.append(stepsChart(steps));
    return charts;
}

void writeChart(HtmlWriter& html, const ReportChart& chart, qint64 end)
{
    const QString title = chart.id + QLatin1String("-title");
    const QString description = chart.id + QLatin1String("-description");
    html.open("figure");
    html.open("svg",
        { { "viewBox", QStringLiteral("0 0 %1 %2").arg(wide).arg(high) }, { "role", QStringLiteral("img") },
            { "aria-labelledby", title + QLatin1Char(' ') + description } });
    html.element("title", chart.title, { { "id", title } });
    html.element("desc", chart.description, { { "id", description } });
    writeAxes(html, chart, end);
    QString line;
    for (const ChartPoint& point : chart.points)
        line += QStringLiteral("%1%2 %3")
                    .arg(line.isEmpty() ? QLatin1Char('M') : QLatin1Char('L'))
                    .arg(coordinate(
                             left + (right - left) * double(point.time) / double(std::max<qint64>(end, 1))),
                        coordinate(heightOf(chart, point.value)));
    html.voidElement("path", { { "class", QStringLiteral("curve") }, { "d", line } });
    if (chart.limit)
        html.voidElement("path",
            { { "class", QStringLiteral("limit") },
                { "d",
                    QStringLiteral("M%1 %2H%3")
                        .arg(coordinate(left), coordinate(heightOf(chart, *chart.limit)),
                            coordinate(right)) } });
    html.close();
    html.open("figcaption");
    html.element("strong", chart.title);
    html.text(QStringLiteral(". ") + chart.description);
    html.close();
    html.close();
}

}
