// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedCurves.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace torchmason {

namespace {

// Four colours and four kinds of lines; the fifth attempt and those after it have another of each.
QColor colourOf(qsizetype attempt, const QPalette& palette)
{
    const ChartColours colours = ChartColours::of(palette);
    return std::array { colours.build, colours.swap, colours.gate, colours.generated }[size_t(attempt % 4)];
}

Qt::PenStyle lineOf(qsizetype attempt)
{
    constexpr std::array lines { Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine };
    return lines[size_t((attempt + attempt / 4) % 4)];
}

QString coresText(double cores)
{
    return QLocale().toString(cores, 'f', 1);
}

}

CurveFigures figuresOf(const QVector<ResourcePoint>& curve)
{
    CurveFigures figures;
    double sum = 0;
    int count = 0;
    for (const ResourcePoint& point : curve) {
        if (point.buildMemory)
            figures.peakMemory = std::max(figures.peakMemory.value_or(0), *point.buildMemory);
        sum += point.cores.value_or(0);
        count += point.cores ? 1 : 0;
    }
    if (count > 0)
        figures.meanCores = sum / count;
    return figures;
}

ComparedCurves::ComparedCurves(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("comparedCurves"));
    setAccessibleName(tr("Memory and cores of the attempts over time"));
    setToolTip(tr(
        "Since each attempt began; move the mouse, or press Left and Right, to see the values of a moment"));
    setFocusPolicy(Qt::StrongFocus);
    m_charts = { createChart(tr("Memory of the build"), int(ChartWidget::ValueAxis::Memory),
                     QStringLiteral("99.9 GB")),
        createChart(tr("Busy cores"), int(ChartWidget::ValueAxis::Count), QStringLiteral("99.9")) };
    m_charts[0].value = [](const ResourcePoint& point) {
        return point.buildMemory ? std::optional(double(*point.buildMemory)) : std::nullopt;
    };
    m_charts[0].text = [](double bytes) { return formatBytes(Bytes(bytes)); };
    m_charts[1].value = [](const ResourcePoint& point) { return point.cores; };
    m_charts[1].text = coresText;
    const auto column = [this](int chart) {
        return Part(columnOf(0, { m_charts[chart].legend, { m_charts[chart].chart, 1 } }), 1);
    };
    rowOf(this, {}, spacing::inner, { column(0), column(1) });
}

ComparedCurves::Chart ComparedCurves::createChart(const QString& title, int axis, const QString& widest)
{
    Chart one;
    one.chart = new ChartWidget(ChartWidget::ValueAxis(axis), this);
    one.legend = new ChartLegend(title, this);
    one.legend->setWidestValue(widest);
    connect(one.chart, &ChartWidget::hovered, this, &ComparedCurves::setMoment);
    connect(one.chart, &ChartWidget::left, this, [this] { setMoment({}); });
    return one;
}

bool ComparedCurves::hasCurves() const
{
    return std::any_of(
        m_curves.curves.begin(), m_curves.curves.end(), [](const auto& curve) { return !curve.isEmpty(); });
}

void ComparedCurves::show(const ResourceCurves& curves, const QStringList& names)
{
    m_curves = curves;
    m_names = names;
    m_moment.reset();
    draw();
    describe();
}

void ComparedCurves::draw()
{
    const double step = double(m_curves.step.count()) / 1000;
    qsizetype longest = 0;
    for (const auto& curve : std::as_const(m_curves.curves))
        longest = std::max(longest, curve.size());
    for (const Chart& chart : std::as_const(m_charts)) {
        QVector<ChartSeries> all;
        double highest = 0;
        for (qsizetype i = 0; i < m_curves.curves.size(); ++i) {
            ChartSeries series { m_names.value(i), colourOf(i, palette()), false, lineOf(i), {}, {} };
            for (const ResourcePoint& point : m_curves.curves[i]) {
                series.keys.append(double(series.keys.size()) * step);
                series.values.append(chart.value(point).value_or(std::nan("")));
                highest = std::max(highest, chart.value(point).value_or(0));
            }
            all.append(series);
        }
        chart.chart->setSeries(all);
        chart.chart->setKeyRange(0, double(longest) * step);
        chart.chart->setValueRange(0, highest > 0 ? highest * 1.06 : 1);
        chart.chart->replot();
    }
    showValues();
}

void ComparedCurves::setMoment(std::optional<double> seconds)
{
    m_moment = seconds;
    for (const Chart& chart : std::as_const(m_charts))
        chart.chart->setCursor(seconds);
    showValues();
}

// Without a moment: the most, or the mean.
void ComparedCurves::showValues()
{
    const double step = std::max(0.001, double(m_curves.step.count()) / 1000);
    for (const Chart& chart : std::as_const(m_charts)) {
        QVector<ChartLegend::Entry> entries;
        for (qsizetype i = 0; i < m_curves.curves.size(); ++i) {
            const CurveFigures whole = figuresOf(m_curves.curves[i]);
            std::optional<double> value;
            if (m_moment)
                value = chart.value(m_curves.curves[i].value(qsizetype(*m_moment / step)));
            else
                value = &chart == &m_charts.first() ? chart.value({ whole.peakMemory, {}, {} })
                                                    : whole.meanCores;
            entries.append({ m_names.value(i), value ? chart.text(*value) : QStringLiteral("–"),
                colourOf(i, palette()), lineOf(i) });
        }
        chart.legend->setEntries(entries);
    }
    const QString moment = m_moment ? formatClock(Milliseconds(qint64(*m_moment * 1000))) : QString();
    m_charts[0].legend->setMoment(m_moment ? moment : tr("at most"));
    m_charts[1].legend->setMoment(m_moment ? moment : tr("on average"));
}

void ComparedCurves::describe()
{
    QStringList sentences;
    for (qsizetype i = 0; i < m_curves.curves.size(); ++i) {
        const CurveFigures figures = figuresOf(m_curves.curves[i]);
        if (!figures.peakMemory && !figures.meanCores)
            sentences << tr("%1: nothing was measured.").arg(m_names.value(i));
        else
            sentences << tr("%1: at most %2 of memory, %3 busy cores on average.")
                             .arg(m_names.value(i),
                                 figures.peakMemory ? formatBytes(*figures.peakMemory)
                                                    : tr("an unknown amount"),
                                 figures.meanCores ? coresText(*figures.meanCores)
                                                   : tr("an unknown number of"));
    }
    setAccessibleDescription(sentences.join(QLatin1Char(' ')));
}

void ComparedCurves::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (direction == 0)
        return QWidget::keyPressEvent(event);
    qsizetype longest = 1;
    for (const auto& curve : std::as_const(m_curves.curves))
        longest = std::max(longest, curve.size());
    const double step = double(m_curves.step.count()) / 1000;
    const double end = double(longest - 1) * step;
    const double width = std::max(step, end / 50);
    setMoment(
        std::clamp(m_moment.value_or(direction > 0 ? -width : end + width) + direction * width, 0.0, end));
}

void ComparedCurves::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        draw();
}

}
