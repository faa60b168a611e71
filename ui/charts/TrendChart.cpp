// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TrendChart.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartWidget.h"
#include "ui/text/Ui.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"
#include "ui/widgets/Theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr int usualLines = 12; // of text, in height
constexpr int fewestLines = 7;
constexpr int curveLines = 9; // before the legends have more lines than one
constexpr double roomAbove = 1.1; // of the highest value
constexpr double roomBelow = 0.2; // for those that failed, which have no value
constexpr double failedAt = -0.1;

std::optional<double> secondsOf(const TrendPoint& point)
{
    return point.time ? std::optional(double(point.time->count()) / 1000) : std::nullopt;
}

std::optional<double> compileSecondsOf(const TrendPoint& point)
{
    return point.compileTime ? std::optional(double(point.compileTime->count()) / 1000) : std::nullopt;
}

std::optional<double> bytesOf(const TrendPoint& point)
{
    return point.peakMemory ? std::optional(double(*point.peakMemory)) : std::nullopt;
}

bool isOnCompilingLine(const TrendPoint& point)
{
    return point.isWhole() && point.time && point.compileTime;
}

bool hasBegunBefore(const TrendPoint& point)
{
    return !point.failed && point.first != 0 && point.first != point.number;
}

QString timeText(const TrendPoint& point)
{
    return point.time ? formatDuration(*point.time) : Ui::tr("unknown");
}

// "2 min in this attempt", where the time is not its own alone.
QString ownText(const TrendPoint& point)
{
    return hasBegunBefore(point) && point.ownTime
        ? Ui::tr("%1 in this attempt").arg(formatDuration(*point.ownTime))
        : QString();
}

QString memoryText(const TrendPoint& point)
{
    return formatBytes(point.peakMemory);
}

// Why its time is no improvement; nothing of a whole build.
QString partText(const TrendPoint& point)
{
    return point.isCached() ? Ui::tr("%1 % from a cache").arg(int(std::lround(point.cachedShare * 100)))
        : point.isOnTop     ? Ui::tr("on top of an earlier build")
                            : QString();
}

// "1 h 10 min (compile 58 min)"; empty where it is not known
QString wholeTimeText(const TrendPoint& point)
{
    return point.time && point.compileTime
        ? Ui::tr("%1 (compile %2)").arg(timeText(point), formatDuration(*point.compileTime))
        : point.time ? timeText(point)
                     : QString();
}

// What is known of these.
QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QString knownMemoryText(const TrendPoint& point)
{
    return point.peakMemory ? memoryText(point) : QString();
}

// "attempt 9", "attempt 9, begun in 7": then the figures are those of both
QString attemptText(const TrendPoint& point)
{
    return hasBegunBefore(point) ? Ui::tr("attempt %1, begun in %2").arg(point.number).arg(point.first)
                                 : Ui::tr("attempt %1").arg(point.number);
}

// "attempt 9: 1 h 10 min (compile 58 min), 22.0 GB"
QString pointText(const TrendPoint& point)
{
    if (point.failed)
        return Ui::tr("attempt %1: failed").arg(point.number);
    const QString figures
        = joined({ wholeTimeText(point), ownText(point), knownMemoryText(point), partText(point) });
    return figures.isEmpty() ? attemptText(point) : Ui::tr("%1: %2").arg(attemptText(point), figures);
}

// "1 h 10 min, 22.0 GB (attempt 9)"
QString wholeText(const TrendPoint& point)
{
    const QString figures = joined({ wholeTimeText(point), knownMemoryText(point) });
    return figures.isEmpty() ? QString() : Ui::tr("%1 (%2)").arg(figures, attemptText(point));
}

}

bool drawsCompiling(const QVector<TrendPoint>& points)
{
    return std::count_if(points.begin(), points.end(), &isOnCompilingLine) > 1;
}

QString trendText(const QVector<TrendPoint>& points)
{
    QVector<TrendPoint> whole;
    int cached = 0;
    int onTop = 0;
    int failed = 0;
    for (const TrendPoint& point : points) {
        failed += point.failed;
        cached += !point.failed && point.isCached();
        onTop += !point.failed && !point.isCached() && point.isOnTop;
        if (point.isWhole())
            whole << point;
    }
    QString counts = Ui::tr("%1 succeeded").arg(points.size() - failed);
    QStringList parts;
    if (cached > 0)
        parts << Ui::tr("%1 with a cache").arg(cached);
    if (onTop > 0)
        parts << Ui::tr("%1 on top of an earlier build").arg(onTop);
    if (!parts.isEmpty())
        counts += QStringLiteral(" (") + parts.join(QStringLiteral(", ")) + u')';
    if (failed > 0)
        counts += Ui::tr(", %1 failed").arg(failed);
    QStringList sentences { counts + QLatin1Char('.') };
    const QString first = whole.size() < 2 ? QString() : wholeText(whole.first());
    const QString last = whole.size() < 2 ? QString() : wholeText(whole.last());
    if (!first.isEmpty() && !last.isEmpty())
        sentences << Ui::tr("Whole builds: first %1, last %2.").arg(first, last);
    return sentences.join(u' ');
}

TrendChart::TrendChart(QWidget* parent)
    : QWidget(parent)
    , m_time { nullptr, new ChartWidget(ChartWidget::ValueAxis::Duration, this), secondsOf, timeText,
        compileSecondsOf }
    , m_memory { nullptr, new ChartWidget(ChartWidget::ValueAxis::Memory, this), bytesOf, memoryText,
        nullptr }
{
    speakAs(this, QAccessible::Chart);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    rowOf(this, { 1, 1, 1, 1 }, 0, // room for the focus
        { { createFigure(m_time, tr("Duration")), 1 }, { createFigure(m_memory, tr("Peak memory")), 1 } });
}

QWidget* TrendChart::createFigure(Figure& figure, const QString& title)
{
    auto* area = new QWidget(this);
    figure.legend = new ChartLegend({}, area);
    figure.legend->setMoment(title); // in one line with the values: there may be little room
    columnOf(area, {}, 0, { figure.legend, { figure.chart, 1 } });
    connect(figure.chart, &ChartWidget::hovered, this, [this](double key) { showAt(placeAt(key)); });
    connect(figure.chart, &ChartWidget::left, this, [this] { showAt(selectedPlace()); });
    connect(figure.chart, &ChartWidget::picked, this, [this](double key) { pick(placeAt(key)); });
    return area;
}

QSize TrendChart::sizeHint() const
{
    return QSize(QWidget::sizeHint().width(), usualLines * fontMetrics().height());
}

QSize TrendChart::minimumSizeHint() const
{
    return QSize(QWidget::minimumSizeHint().width(), fewestLines * fontMetrics().height());
}

void TrendChart::showPoints(const QVector<TrendPoint>& points, int selected)
{
    if (points == m_points && selected == m_selected)
        return; // the user may be looking at another one
    m_points = points;
    m_drawsCompiling = drawsCompiling(points);
    m_selected = selected;
    draw(m_time);
    draw(m_memory);
    showAt(selectedPlace());
    giveRoom();
}

void TrendChart::draw(const Figure& figure)
{
    using Shape = ChartSeries::Shape;
    const ChartColours colours = ChartColours::of(palette());
    ChartSeries line { tr("whole builds"), colours.build, false, Qt::SolidLine, {}, {} };
    ChartSeries part { tr("compiling"), colours.limit, false, Qt::DashLine, {}, {} };
    ChartSeries whole { tr("whole builds"), colours.build, false, Qt::SolidLine, {}, {}, false,
        Shape::Discs };
    ChartSeries others { tr("with a cache or on top of an earlier build"), colours.swap, false, Qt::SolidLine,
        {}, {}, false, Shape::Rings };
    ChartSeries failed { tr("failed"), colours.failed, false, Qt::SolidLine, {}, {}, false, Shape::Crosses };
    double highest = 0;
    QStringList numbers;
    for (qsizetype place = 0; place < m_points.size(); ++place) {
        const TrendPoint& point = m_points[place];
        numbers << QString::number(point.number);
        if (point.failed)
            failed.keys << double(place);
        const std::optional<double> value = point.failed ? std::nullopt : figure.valueOf(point);
        if (!value)
            continue;
        highest = std::max(highest, *value);
        ChartSeries& marks = point.isWhole() ? whole : others;
        marks.keys << double(place);
        marks.values << *value;
        if (figure.partOf && isOnCompilingLine(point)) {
            part.keys << double(place);
            part.values << *figure.partOf(point);
        }
    }
    line.keys = whole.keys;
    line.values = whole.values;
    const double top = highest > 0 ? highest * roomAbove : 1;
    failed.values.fill(top * failedAt, failed.keys.size());
    figure.chart->setKeyLabels(numbers);
    figure.chart->setSeries({ part, line, whole, others, failed });
    figure.chart->setKeyRange(-0.5, double(m_points.size()) - 0.5);
    figure.chart->setValueRange(failed.keys.isEmpty() ? 0 : -top * roomBelow, top);
    figure.chart->replot();
}

QVector<ChartLegend::Entry> TrendChart::entriesOf(
    const Figure& figure, const TrendPoint& point, const ChartColours& colours) const
{
    const QColor colour = point.failed ? colours.failed : point.isWhole() ? colours.build : colours.swap;
    const bool isRing = !point.failed && !point.isWhole();
    QString text = point.failed ? tr("failed") : figure.textOf(point);
    if (figure.partOf && isRing) // what it says of a time
        text = tr("%1, %2").arg(text, point.isCached() ? tr("cached") : tr("partial"));
    QVector<ChartLegend::Entry> entries { { attemptText(point) + u':', text, colour, Qt::NoPen,
        Qt::SolidPattern, isRing } };
    if (figure.partOf && hasBegunBefore(point) && point.ownTime)
        entries << ChartLegend::Entry { tr("in this attempt"), formatDuration(*point.ownTime), colour };
    if (figure.partOf && m_drawsCompiling && isOnCompilingLine(point))
        entries << ChartLegend::Entry { tr("compiling"), formatDuration(*point.compileTime), colours.limit,
            Qt::DashLine };
    return entries;
}

// Both are as high, so that their charts begin at one height.
void TrendChart::giveRoom()
{
    const ChartColours colours = ChartColours::of(palette());
    QVector<QVector<ChartLegend::Entry>> possible;
    for (const TrendPoint& point : std::as_const(m_points))
        possible << entriesOf(m_time, point, colours) << entriesOf(m_memory, point, colours);
    m_time.legend->setPossible(possible);
    m_memory.legend->setPossible(possible);
}

// Where it is low they give way before the curves do.
void TrendChart::fitLegends()
{
    for (const Figure* figure : { &m_time, &m_memory })
        figure->legend->fitBeside(curveLines, height());
}

void TrendChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLegends();
}

void TrendChart::showAt(std::optional<qsizetype> place)
{
    m_shown = place;
    const ChartColours colours = ChartColours::of(palette());
    for (const Figure* figure : { &m_time, &m_memory }) {
        figure->chart->setCursor(place ? std::optional(double(*place)) : std::nullopt);
        if (!place) {
            figure->legend->setEntries({});
            continue;
        }
        figure->legend->setEntries(entriesOf(*figure, m_points[*place], colours));
    }
    const QString all = trendText(m_points);
    setAccessibleDescription(place ? pointText(m_points[*place]) + QStringLiteral(". ") + all : all);
}

std::optional<qsizetype> TrendChart::placeAt(double key) const
{
    if (m_points.isEmpty())
        return std::nullopt;
    return std::clamp<qsizetype>(std::llround(key), 0, m_points.size() - 1);
}

std::optional<qsizetype> TrendChart::selectedPlace() const
{
    const auto found = std::find_if(m_points.begin(), m_points.end(),
        [this](const TrendPoint& point) { return point.number == m_selected; });
    return found == m_points.end() ? std::nullopt : std::optional(qsizetype(found - m_points.begin()));
}

void TrendChart::pick(std::optional<qsizetype> place)
{
    if (place && m_points[*place].number != m_selected)
        emit picked(m_points[*place].number);
}

void TrendChart::keyPressEvent(QKeyEvent* event)
{
    const qsizetype last = m_points.size() - 1;
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        return pick(m_shown);
    const bool isMove
        = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    if (!isMove || last < 0)
        return QWidget::keyPressEvent(event);
    const qsizetype step = key == Qt::Key_Left ? -1 : 1;
    const qsizetype next = key == Qt::Key_Home ? 0
        : key == Qt::Key_End || !m_shown       ? last
                                               : std::clamp<qsizetype>(*m_shown + step, 0, last);
    showAt(next);
}

void TrendChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // The first palette change comes from this class's own constructor, when there is no legend yet.
    if (event->type() == QEvent::PaletteChange && m_memory.legend) {
        draw(m_time);
        draw(m_memory);
        showAt(m_shown);
    }
}

void TrendChart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    showAt(selectedPlace());
}

void TrendChart::paintEvent(QPaintEvent*)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(toneColour(Tone::Accent, palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}
