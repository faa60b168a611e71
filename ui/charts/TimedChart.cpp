// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimedChart.h"

#include "core/base/Units.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"
#include "ui/widgets/Theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int readableLines = 8; // of the curves: where there are fewer, the legend has one line
constexpr qint64 summaryMilliseconds = 10'000; // how often a screen reader may read it
constexpr qint64 shortestAxis = 20'000; // of a build that runs
constexpr qint64 shortestEndedAxis = 1000; // as short as its labels tell apart
constexpr qint64 widestClock = 10 * 3'600'000; // 10:00:00
constexpr qint64 keySteps = 100; // from the beginning to the end
constexpr qint64 smallestStep = 2000; // past the next sample, and those come a second apart

}

TimedChart::TimedChart(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_legend(new ChartLegend(title, this))
{
    m_legend->setWidestMoment(tr("at %1").arg(formatClock(Milliseconds(widestClock))));
    setAccessibleName(title);
    speakAs(this, QAccessible::Chart);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_instead = named(secondaryText(QString(), this), "chartInstead");
    m_instead->setAlignment(Qt::AlignCenter);
    m_instead->hide();
    columnOf(this, { 1, 1, 1, 1 }, 0, { m_legend, { m_instead, 1 } }); // room for the focus
}

void TimedChart::addChart(ChartWidget* chart, int stretch)
{
    m_charts.append(chart);
    static_cast<QVBoxLayout*>(layout())->addWidget(chart, stretch);
    connect(chart, &ChartWidget::hovered, this, [this](double key) { emit hovered(qint64(key * 1000)); });
    connect(chart, &ChartWidget::picked, this, [this](double key) { emit picked(qint64(key * 1000)); });
    connect(chart, &ChartWidget::left, this, &TimedChart::left);
}

void TimedChart::showSeries(const SampleSeries& series, qint64 end, const QString& instead)
{
    m_end = end;
    const qsizetype points = pointsIn(series);
    setInstead(points > 1 ? QString() : points == 1 && m_isOver ? tooShort() : instead);
    drawSeries(series, double(whole().to) / 1000);
    showRange(range());
    setMoment(m_moment, series);
    updateSummary(series);
}

// Axes without values would look like a build that used nothing.
void TimedChart::setInstead(const QString& words)
{
    if (words == m_instead->text())
        return;
    m_instead->setText(words);
    m_instead->setVisible(!words.isEmpty());
    int least = 0; // as low as the charts, so that nothing moves when they come
    for (ChartWidget* chart : std::as_const(m_charts)) {
        chart->setVisible(words.isEmpty());
        least += chart->minimumSizeHint().height();
    }
    m_instead->setMinimumHeight(least);
    m_sinceSummary.invalidate();
    fitLegend();
}

// Dashes need no more than one line; so the words stand at one height in all charts.
void TimedChart::fitLegend()
{
    if (m_charts.isEmpty())
        return;
    m_legend->fitBeside(readableLines, m_instead->text().isEmpty() ? height() : 0);
}

// Further lines of the legend give way: see fitLegend().
QSize TimedChart::minimumSizeHint() const
{
    const int furtherLines = m_charts.isEmpty() ? 0 : m_legend->sizeHint().height() - m_legend->leastHeight();
    return QWidget::minimumSizeHint() - QSize(0, furtherLines);
}

void TimedChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLegend();
}

void TimedChart::showLegend()
{
    const bool isDrawn = m_instead->text().isEmpty();
    if (isDrawn || !m_isOver) // there will be values
        return showValues(isDrawn && m_shown ? &*m_shown : nullptr);
    m_legend->setEntries({});
    m_legend->setNote({});
}

void TimedChart::setMoment(std::optional<qint64> elapsed, const SampleSeries& series)
{
    m_moment = elapsed;
    const Sample* sample = series.isEmpty() ? nullptr
        : elapsed                           ? series.at(*elapsed)
                                            : &series.samples().last();
    m_shown = sample ? std::optional(*sample) : std::nullopt;
    showLegend();
    m_legend->setMoment(momentText());
    showCursor(elapsed);
}

// The time stands first: where there is little room, the end is cut.
QString TimedChart::momentText() const
{
    if (!m_moment)
        return showsEnd() && m_shown && m_instead->text().isEmpty() ? tr("at the end") : QString();
    const QString clock = momentClock(*m_moment, whole());
    if (!hasValuesOfMoments() || !m_instead->text().isEmpty())
        return tr("at %1").arg(clock);
    if (isEmptyAtMoment())
        return m_isPinned ? tr("%1, nothing measured · Esc goes back").arg(clock)
                          : tr("%1, nothing measured").arg(clock);
    return m_isPinned ? tr("%1, pinned · Esc goes back").arg(clock) : tr("at %1").arg(clock);
}

bool TimedChart::isEmptyAtMoment() const
{
    const QVector<ChartLegend::Entry>& entries = m_legend->entries();
    return std::all_of(entries.begin(), entries.end(),
        [](const ChartLegend::Entry& entry) { return entry.value == QStringLiteral("–"); });
}

ShownTime TimedChart::whole() const
{
    return { 0, std::max(m_isOver ? shortestEndedAxis : shortestAxis, m_end) };
}

void TimedChart::setRange(std::optional<ShownTime> range)
{
    m_range = range;
    showRange(this->range());
}

void TimedChart::showRange(const ShownTime& range)
{
    for (ChartWidget* chart : std::as_const(m_charts)) {
        chart->setKeyRange(double(range.from) / 1000, double(range.to) / 1000);
        chart->replot();
    }
}

void TimedChart::showCursor(std::optional<qint64> elapsed)
{
    for (ChartWidget* chart : std::as_const(m_charts))
        chart->setCursor(elapsed ? std::optional(double(*elapsed) / 1000) : std::nullopt);
}

void TimedChart::updateSummary(const SampleSeries& series)
{
    if (series.isEmpty() || !m_instead->text().isEmpty()) {
        m_sinceSummary.invalidate();
        return setAccessibleDescription(m_instead->text());
    }
    if (m_sinceSummary.isValid() && m_sinceSummary.elapsed() < summaryMilliseconds)
        return;
    m_sinceSummary.start();
    setAccessibleDescription(summary(series.samples().last()));
}

// Beside the pointer it would lie over what is pointed at.
bool TimedChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    QToolTip::showText(mapToGlobal(rect().bottomLeft()), toolTip(), this);
    return true;
}

void TimedChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // The first palette change comes from this class's own constructor, when there is no chart yet.
    if (event->type() == QEvent::PaletteChange && !m_charts.isEmpty())
        showLegend();
    if (event->type() == QEvent::FontChange)
        fitLegend();
}

std::optional<qint64> TimedChart::momentFor(int key) const
{
    const qint64 step = std::max(smallestStep, m_end / keySteps);
    const qint64 now = m_moment.value_or(m_end);
    switch (key) {
    case Qt::Key_Left:
        return std::max<qint64>(0, now - step);
    case Qt::Key_Right:
        return std::min(m_end, now + step);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return m_end;
    }
    return std::nullopt;
}

void TimedChart::keyPressEvent(QKeyEvent* event)
{
    const auto moment = momentFor(event->key());
    if (!moment)
        return QWidget::keyPressEvent(event);
    emit hovered(*moment);
    emit picked(*moment);
}

void TimedChart::mousePressEvent(QMouseEvent* event)
{
    QWidget::mousePressEvent(event);
    if (m_isPinned)
        emit unpinned();
}

void TimedChart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    emit left();
}

void TimedChart::paintEvent(QPaintEvent*)
{
    if (!hasFocus() && !hasOneGround(palette()))
        return;
    QPainter painter(this);
    painter.setPen(hasFocus() ? toneColour(Tone::Accent, palette()) : edgeColour(palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}
