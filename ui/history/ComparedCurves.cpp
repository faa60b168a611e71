// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedCurves.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/TimedChart.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/TipText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"

#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QTreeWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace torchmason {

namespace {

constexpr int fewAttempts = 4; // their values stand above the charts, which are as wide as the page then
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

}

ComparedCurves::ComparedCurves(QWidget* parent)
    : QWidget(parent)
{
    speakAs(this, QAccessible::Chart);
    setObjectName(QStringLiteral("comparedCurves"));
    setAccessibleName(tr("Memory, cores and steps of the attempts over time"));
    setToolTip(
        tipText(tr("Since each attempt began. Move the mouse, or press Left, Right, Home and End, to see the "
                   "values of a moment")));
    m_parts = rowOf(
        this, { 0, spacing::inner, 0, 0 }, spacing::group, { { createCharts(), 1 }, { createValues() } });
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
        connect(chart, &ChartWidget::hovered, this, &ComparedCurves::setMoment);
        connect(chart, &ChartWidget::left, this, [this] { setMoment({}); });
        if (!m_charts.isEmpty())
            title->setContentsMargins(
                0, spacing::group - spacing::small, 0, 0); // it belongs to what is below
        column->addWidget(title);
        column->addWidget(chart, 1);
        m_charts.append(chart);
        m_instead.append(named(secondaryText({}, charts), "curvesInstead"));
        m_instead.last()->setAlignment(Qt::AlignCenter);
        column->addWidget(m_instead.last(), 1);
    }
    return charts;
}

QWidget* ComparedCurves::createValues()
{
    auto* area = new QWidget(this);
    m_time = plainText(area, "comparedTime");
    m_unknown = plainText(area, "comparedUnknown");
    m_short = plainText(area, "comparedShort");
    m_missed = plainText(area, "comparedMissed");
    m_values = named(new QTreeWidget(area), "comparedValues",
        tr("The lines of the selected attempt stand out. Left, Right, Home and End choose a moment, Esc goes "
           "back to the list"),
        tr("Memory, cores and steps of each attempt"));
    setQuietFrame(*m_values);
    m_values->setRootIsDecorated(false);
    m_values->setFont(tabularFont(m_values->font()));
    m_values->setHeaderLabels({ tr("Attempt"), tr("Memory"), tr("Cores"), tr("Steps") });
    m_values->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_values->setIconSize(QSize(sampleWidth, fontMetrics().height()));
    fitColumns();
    m_values->installEventFilter(this);
    addCopyAction(m_values);
    connect(m_values, &QTreeWidget::currentItemChanged, this, &ComparedCurves::draw);
    columnOf(area, {}, spacing::inner,
        { m_time, { m_values, 0, Qt::AlignLeft }, m_short, m_missed, m_unknown, Part::stretch() });
    return area;
}

// As wide as the widest values, so that nothing moves with the cursor.
void ComparedCurves::fitColumns()
{
    int sum = 0;
    const std::array widest { QStringLiteral("9999"), QStringLiteral("999.9 GB"), QStringLiteral("999.9"),
        QStringLiteral("99,999") };
    for (int column = 0; column < int(widest.size()); ++column) {
        m_values->headerItem()->setTextAlignment(column, column == 0 ? wordAlignment : numberAlignment);
        const QFontMetrics metrics = m_values->fontMetrics();
        const int text = std::max(metrics.horizontalAdvance(widest[size_t(column)])
                + (column == 0 ? sampleWidth + spacing::inner : 0),
            metrics.horizontalAdvance(m_values->headerItem()->text(column)));
        m_values->setColumnWidth(column, text + spacing::group);
        sum += m_values->columnWidth(column);
    }
    m_values->setFixedWidth(sum + 2 * m_values->frameWidth());
}

void ComparedCurves::show(const CurveSet& set)
{
    m_set = set;
    m_parts->setDirection(set.names.size() > fewAttempts ? QBoxLayout::LeftToRight : QBoxLayout::BottomToTop);
    fillValues();
    setMoment({});
    draw();
    describe();
}

// The lowest chart with values has the times.
void ComparedCurves::draw()
{
    const ChartWidget* lowest = nullptr;
    for (int figure = 0; figure < CurveSet::figures; ++figure) {
        drawFigure(CurveSet::Figure(figure));
        if (!m_charts[figure]->isHidden())
            lowest = m_charts[figure];
    }
    for (ChartWidget* chart : std::as_const(m_charts))
        chart->setTimeAxisVisible(chart == lowest);
}

void ComparedCurves::drawFigure(CurveSet::Figure figure)
{
    QVector<ChartSeries> all;
    double highest = 0;
    qsizetype points = 0; // the most that one of them has
    for (qsizetype i = 0; i < m_set.names.size(); ++i) {
        ChartSeries series { m_set.names[i], colourOf(i, palette()), false, lineOf(i), {}, {} };
        series.width = i == m_values->indexOfTopLevelItem(m_values->currentItem()) ? 3 : 1.5;
        for (const double second : m_set.momentsOf(i)) {
            const auto value = m_set.valueAt(figure, i, second);
            series.keys.append(second);
            series.values.append(value.value_or(std::nan("")));
            highest = std::max(highest, value.value_or(0));
        }
        points = std::max(points, m_set.pointsOf(figure, i));
        all.append(series);
    }
    m_charts[figure]->setVisible(points > 1);
    showText(m_instead[figure],
        points > 1        ? QString()
            : points == 1 ? TimedChart::tooShort()
                          : tr("Nothing was measured"));
    m_charts[figure]->setSeries(all);
    m_charts[figure]->setKeyRange(0, m_set.end());
    m_charts[figure]->setHighest(highest);
    m_charts[figure]->replot();
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
    QStringList tooShort;
    bool isMissed = false;
    for (qsizetype i = 0; i < m_set.names.size(); ++i) {
        auto* row = new QTreeWidgetItem(m_values, { m_set.names[i] });
        row->setIcon(0, sampleOf(i, *m_values));
        for (int figure = 0; figure < CurveSet::figures; ++figure)
            row->setTextAlignment(figure + 1, numberAlignment);
        if (!m_set.wholeOf(CurveSet::Memory, i) && !m_set.wholeOf(CurveSet::Cores, i))
            unknown << m_set.names[i];
        if (m_set.isTooShort(i))
            tooShort << m_set.names[i];
        isMissed = isMissed || m_set.missesPeak(i);
    }
    showText(m_short,
        tooShort.isEmpty()
            ? QString()
            : tr("Too short for a line in each chart: attempt %1.").arg(tooShort.join(QStringLiteral(", "))));
    showText(m_missed,
        isMissed ? tr("Peak memory is measured between the points of a line, too, and may lie above it.")
                 : QString());
    m_values->setFixedHeight(m_values->header()->sizeHint().height()
        + int(m_set.names.size()) * std::max(1, m_values->sizeHintForRow(0)) + spacing::small
        + 2 * m_values->frameWidth());
    showText(m_unknown,
        unknown.isEmpty() ? QString()
                          : tr("Memory and cores were not measured in attempt %1.")
                                .arg(unknown.join(QStringLiteral(", "))));
}

void ComparedCurves::showValues()
{
    for (int i = 0; i < m_values->topLevelItemCount(); ++i) {
        for (int figure = 0; figure < CurveSet::figures; ++figure) {
            const auto value = m_moment ? m_set.valueAt(CurveSet::Figure(figure), i, *m_moment)
                                        : m_set.wholeOf(CurveSet::Figure(figure), i);
            m_values->topLevelItem(i)->setText(figure + 1, CurveSet::text(CurveSet::Figure(figure), value));
        }
    }
    m_time->setText(m_moment
            ? tr("%1 after each attempt began").arg(formatClock(Milliseconds(qint64(*m_moment * 1000))))
            : tr("Peak memory, mean busy cores, steps done"));
}

void ComparedCurves::describe()
{
    QStringList sentences;
    for (qsizetype i = 0; i < m_set.names.size(); ++i) {
        const ResourceUse& use = m_set.resources.uses[i];
        const auto bytes = [](const std::optional<Bytes>& memory) {
            return memory ? formatBytes(*memory) : tr("unknown");
        };
        QString text = use.peakMemory || use.meanCores
            ? tr("Attempt %1: memory at most %2, on average %3; busy cores on average: %4.")
                  .arg(m_set.names[i], bytes(use.peakMemory), bytes(use.meanMemory),
                      use.meanCores ? CurveSet::text(CurveSet::Cores, use.meanCores) : tr("unknown"))
            : tr("Attempt %1: memory and cores were not measured.").arg(m_set.names[i]);
        if (const auto steps = m_set.wholeOf(CurveSet::Steps, i))
            text += u' ' + tr("Steps: %1.").arg(CurveSet::text(CurveSet::Steps, steps));
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
    const double last = m_set.end();
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
