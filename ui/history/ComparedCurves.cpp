// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedCurves.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartWidget.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QTreeWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace torchmason {

namespace {

constexpr qint64 longestHole = 10'000; // milliseconds: a busy machine measures late
constexpr int sampleWidth = 40; // of a line in the table: its kind must be told

// A colour for each, and four kinds of lines, so that colours which are alike to some eyes differ in these.
QColor colourOf(qsizetype attempt, const QPalette& palette)
{
    const ChartColours colours = ChartColours::of(palette);
    const QColor brown = mixed(colours.swap, palette.color(QPalette::Text), 0.45);
    return std::array { colours.build, colours.swap, colours.gate, colours.generated, colours.failed,
        colours.link, colours.other, brown }[size_t(attempt % 8)];
}

Qt::PenStyle lineOf(qsizetype attempt)
{
    constexpr std::array lines { Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine };
    return lines[size_t((attempt + attempt / 4) % 4)];
}

QIcon sampleOf(qsizetype attempt, const QWidget& widget)
{
    const int height = widget.fontMetrics().height();
    const qreal ratio = widget.devicePixelRatioF();
    QPixmap picture(QSize(sampleWidth, height) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setPen(QPen(colourOf(attempt, widget.palette()), 2, lineOf(attempt)));
    painter.drawLine(0, height / 2, sampleWidth, height / 2);
    painter.end();
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);
    return icon;
}

// Seconds since the attempt began.
double lastStep(const StepsOverTime& steps)
{
    return steps.points.isEmpty() ? 0 : double(steps.begin + steps.points.last().elapsed) / 1000;
}

QString textOf(int figure, const std::optional<double>& value)
{
    if (!value)
        return QStringLiteral("–");
    if (figure == 0)
        return formatBytes(Bytes(*value));
    return figure == 1 ? QLocale().toString(*value, 'f', 1) : QLocale().toString(qint64(*value));
}

}

ComparedCurves::ComparedCurves(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("comparedCurves"));
    setAccessibleName(tr("Memory, cores and steps of the attempts over time"));
    setToolTip(tr("Since each attempt began. Move the mouse, or press Left, Right, Home and End, to see the "
                  "values of a moment"));
    rowOf(this, { 0, spacing::inner, 0, 0 }, spacing::group, { { createCharts(), 1 }, { createValues() } });
    setFocusProxy(m_values);
}

QWidget* ComparedCurves::createCharts()
{
    using Axis = ChartWidget::ValueAxis;
    auto* charts = new QWidget(this);
    auto* column = columnOf(charts, {}, spacing::small, {});
    const std::array titles { tr("Memory of the build"), tr("Busy cores"), tr("Steps that are done") };
    for (const Axis axis : { Axis::Memory, Axis::Count, Axis::Count }) {
        auto* title = new QLabel(titles[size_t(m_charts.size())], charts);
        title->setFont(boldFont(title->font()));
        auto* chart = new ChartWidget(axis, charts);
        chart->setTimeAxisVisible(m_charts.size() + 1 == figures);
        connect(chart, &ChartWidget::hovered, this, &ComparedCurves::setMoment);
        connect(chart, &ChartWidget::left, this, [this] { setMoment({}); });
        column->addWidget(title);
        column->addWidget(chart, 1);
        m_charts.append(chart);
    }
    return charts;
}

QWidget* ComparedCurves::createValues()
{
    auto* area = new QWidget(this);
    m_time = plainText(area, "comparedTime");
    m_unknown = plainText(area, "comparedUnknown");
    m_values = named(new QTreeWidget(area), "comparedValues",
        tr("The lines of the selected attempt stand out. Left, Right, Home and End choose a moment, Escape "
           "goes back to the list"),
        tr("Memory, cores and steps of each attempt"));
    m_values->setFrameShape(QFrame::NoFrame);
    m_values->setRootIsDecorated(false);
    m_values->setFont(tabularFont(m_values->font()));
    m_values->setHeaderLabels({ tr("Attempt"), tr("Memory"), tr("Cores"), tr("Steps") });
    m_values->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_values->setIconSize(QSize(sampleWidth, fontMetrics().height()));
    fitColumns();
    m_values->installEventFilter(this);
    connect(m_values, &QTreeWidget::currentItemChanged, this, &ComparedCurves::draw);
    columnOf(area, {}, spacing::inner, { m_time, m_values, m_unknown, Part::stretch() });
    return area;
}

// As wide as the widest values, so that nothing moves with the cursor.
void ComparedCurves::fitColumns()
{
    int sum = 0;
    const std::array widest { QStringLiteral("99"), QStringLiteral("999.9 GB"), QStringLiteral("999.9"),
        QStringLiteral("99,999") };
    for (int column = 0; column < int(widest.size()); ++column) {
        m_values->headerItem()->setTextAlignment(column, column == 0 ? Qt::AlignLeft : Qt::AlignRight);
        const QFontMetrics metrics = m_values->fontMetrics();
        const int text
            = std::max(metrics.horizontalAdvance(widest[size_t(column)]) + (column == 0 ? sampleWidth : 0),
                metrics.horizontalAdvance(m_values->headerItem()->text(column)));
        m_values->setColumnWidth(column, text + spacing::group);
        sum += m_values->columnWidth(column);
    }
    m_values->setFixedWidth(sum);
}

void ComparedCurves::show(
    const ResourceCurves& curves, const QVector<StepsOverTime>& steps, const QStringList& names)
{
    m_curves = curves;
    m_steps = steps;
    m_names = names;
    fillValues();
    setMoment({});
    draw();
    describe();
}

std::optional<double> ComparedCurves::valueAt(Figure figure, qsizetype attempt, double seconds) const
{
    if (figure == Steps) {
        const StepsOverTime& steps = m_steps[attempt];
        const qint64 elapsed = qRound64(seconds * 1000) - steps.begin;
        return steps.points.isEmpty() || elapsed < 0 ? std::nullopt
                                                     : std::optional(double(steps.doneAt(elapsed)));
    }
    const auto& curve = m_curves.curves[attempt];
    const qint64 step = m_curves.step.count();
    const qint64 place = qRound64(seconds * 1000) / step;
    const qint64 first = std::max<qint64>(0, place - longestHole / step);
    for (qint64 at = place; place < curve.size() && at >= first; --at) {
        if (figure == Cores && curve[at].cores)
            return curve[at].cores;
        if (figure == Memory && curve[at].buildMemory)
            return double(*curve[at].buildMemory);
    }
    return std::nullopt;
}

// The peak, the mean, all of them.
std::optional<double> ComparedCurves::wholeOf(Figure figure, qsizetype attempt) const
{
    const ResourceUse& use = m_curves.uses[attempt];
    if (figure == Cores)
        return use.meanCores;
    if (figure == Memory)
        return use.peakMemory ? std::optional(double(*use.peakMemory)) : std::nullopt;
    const StepsOverTime& steps = m_steps[attempt];
    return steps.points.isEmpty() ? std::nullopt : std::optional(double(steps.points.last().done));
}

double ComparedCurves::end() const
{
    double end = 0;
    for (const auto& curve : m_curves.curves)
        end = std::max(end, double((curve.size() - 1) * m_curves.step.count()) / 1000);
    for (const StepsOverTime& steps : m_steps)
        end = std::max(end, lastStep(steps));
    return end;
}

void ComparedCurves::draw()
{
    const double last = end();
    const int points = 400; // more cannot be told apart on a screen
    const int chosen = m_values->indexOfTopLevelItem(m_values->currentItem());
    for (int figure = 0; figure < figures; ++figure) {
        QVector<ChartSeries> all;
        double highest = 0;
        for (qsizetype i = 0; i < m_names.size(); ++i) {
            ChartSeries series { m_names[i], colourOf(i, palette()), false, lineOf(i), {}, {} };
            series.width = i == chosen ? 3 : 1.5;
            for (int point = 0; point < points; ++point) {
                const double second = last * point / (points - 1);
                const auto value = valueAt(Figure(figure), i, second);
                series.keys.append(second);
                const bool isOver = figure == Steps && value && second > lastStep(m_steps[i]) + last / points;
                series.values.append(isOver ? std::nan("") : value.value_or(std::nan("")));
                highest = std::max(highest, value.value_or(0));
            }
            all.append(series);
        }
        m_charts[figure]->setSeries(all);
        m_charts[figure]->setKeyRange(0, last);
        m_charts[figure]->setValueRange(0, highest > 0 ? highest * 1.06 : 1);
        m_charts[figure]->replot();
    }
}

void ComparedCurves::setMoment(std::optional<double> seconds)
{
    m_moment = seconds;
    for (ChartWidget* chart : std::as_const(m_charts))
        chart->setCursor(seconds);
    showValues();
}

void ComparedCurves::fillValues()
{
    const QSignalBlocker blocker(m_values);
    m_values->clear();
    QStringList unknown;
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        auto* row = new QTreeWidgetItem(m_values, { m_names[i] });
        row->setIcon(0, sampleOf(i, *m_values));
        for (int figure = 0; figure < figures; ++figure)
            row->setTextAlignment(figure + 1, Qt::AlignRight | Qt::AlignVCenter);
        if (!wholeOf(Memory, i) && !wholeOf(Cores, i))
            unknown << m_names[i];
    }
    m_values->setFixedHeight(m_values->header()->sizeHint().height()
        + int(m_names.size()) * std::max(1, m_values->sizeHintForRow(0)) + spacing::small);
    showText(m_unknown,
        unknown.isEmpty() ? QString()
                          : tr("Memory and cores were not measured in attempt %1.")
                                .arg(unknown.join(QStringLiteral(", "))));
}

void ComparedCurves::showValues()
{
    for (int i = 0; i < m_values->topLevelItemCount(); ++i) {
        for (int figure = 0; figure < figures; ++figure) {
            const auto value = m_moment ? valueAt(Figure(figure), i, *m_moment) : wholeOf(Figure(figure), i);
            m_values->topLevelItem(i)->setText(figure + 1, textOf(figure, value));
        }
    }
    m_time->setText(m_moment
            ? tr("%1 after each attempt began").arg(formatClock(Milliseconds(qint64(*m_moment * 1000))))
            : tr("The most memory, the mean of busy cores, all steps"));
}

void ComparedCurves::describe()
{
    QStringList sentences;
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        const ResourceUse& use = m_curves.uses[i];
        const auto bytes = [](const std::optional<Bytes>& memory) {
            return memory ? formatBytes(*memory) : tr("unknown");
        };
        QString text = use.peakMemory || use.meanCores
            ? tr("Attempt %1: memory at most %2, on average %3; busy cores on average: %4.")
                  .arg(m_names[i], bytes(use.peakMemory), bytes(use.meanMemory),
                      use.meanCores ? textOf(Cores, use.meanCores) : tr("unknown"))
            : tr("Attempt %1: memory and cores were not measured.").arg(m_names[i]);
        if (const auto steps = wholeOf(Steps, i))
            text += u' ' + tr("Steps: %1.").arg(textOf(Steps, steps));
        sentences << text;
    }
    setAccessibleDescription(sentences.join(u' '));
    m_values->setAccessibleDescription(accessibleDescription());
}

// The left and right keys of a table would scroll it.
bool ComparedCurves::eventFilter(QObject*, QEvent* event)
{
    return event->type() == QEvent::KeyPress && moveBy(static_cast<QKeyEvent*>(event)->key());
}

void ComparedCurves::keyPressEvent(QKeyEvent* event)
{
    if (!moveBy(event->key()))
        QWidget::keyPressEvent(event);
}

bool ComparedCurves::moveBy(int key)
{
    constexpr int steps = 50; // from the beginning to the end
    const double last = end();
    const double width = last / steps;
    switch (key) {
    case Qt::Key_Home:
        setMoment(0);
        return true;
    case Qt::Key_End:
        setMoment(last);
        return true;
    case Qt::Key_Left:
        setMoment(std::max(0.0, m_moment.value_or(last + width) - width));
        return true;
    case Qt::Key_Right:
        setMoment(std::min(last, m_moment.value_or(-width) + width));
        return true;
    }
    return false;
}

void ComparedCurves::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_values)
        return;
    for (int i = 0; i < m_values->topLevelItemCount(); ++i)
        m_values->topLevelItem(i)->setIcon(0, sampleOf(i, *m_values));
    draw();
}

}
