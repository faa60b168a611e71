// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of ChartWidget: their ranges and labels, and the room for these.
// QCustomPlot's header needs Qt's foreach, which the rest of the program does without.
#undef QT_NO_FOREACH

#include "ui/charts/ChartState.h"
#include "ui/widgets/Theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr int leastLeft = 64;
constexpr int rightMargin = 12;
constexpr int fewestLabels = 2; // of values: both ends of the axis

QSharedPointer<RoomTicker> tickerFor(ChartWidget::ValueAxis axis)
{
    switch (axis) {
    case ChartWidget::ValueAxis::Memory:
        return QSharedPointer<BytesTicker>::create();
    case ChartWidget::ValueAxis::Percent:
        return QSharedPointer<PercentTicker>::create();
    case ChartWidget::ValueAxis::Count:
        return QSharedPointer<CountTicker>::create();
    case ChartWidget::ValueAxis::Duration:
        return QSharedPointer<DurationTicker>::create();
    case ChartWidget::ValueAxis::Cores:
        break;
    }
    return QSharedPointer<RowTicker>::create();
}

}

void ChartWidget::setUpAxes(ValueAxis axis)
{
    QCustomPlot* plot = m_state->plot;
    m_state->time->setFieldWidth(QCPAxisTickerTime::tuHours, 1);
    plot->xAxis->setTicker(m_state->time);
    plot->xAxis->grid()->setLayer(QStringLiteral("axes")); // areas and heat strips would hide it
    for (QCPAxis* one : { plot->xAxis, plot->yAxis }) // faint lines would nearly vanish between two pixels
        one->grid()->setAntialiased(false);
    m_state->values = tickerFor(axis);
    plot->yAxis->setTicker(m_state->values);
    if (axis == ValueAxis::Cores)
        plot->yAxis->setRangeReversed(true);
}

void ChartWidget::setTimeAxisVisible(bool visible)
{
    m_state->plot->xAxis->setTickLabels(visible);
    m_state->plot->axisRect()->setAutoMargins(visible ? QCP::msBottom : QCP::msNone);
    fitMargins();
}

// The same in all charts of one font, so that their time axes stand above each other.
int ChartWidget::leftMargin() const
{
    return std::max(leastLeft,
        QFontMetrics(m_state->plot->yAxis->tickLabelFont()).horizontalAdvance(QStringLiteral("99.9 GB"))
            + m_state->plot->yAxis->tickLabelPadding() + spacing::inner);
}

int ChartWidget::labelHeight() const
{
    return QFontMetrics(m_state->plot->yAxis->tickLabelFont()).height() + spacing::small;
}

int ChartWidget::labelsBelow() const
{
    const QCPAxis& axis = *m_state->plot->xAxis;
    return axis.tickLabels() ? labelHeight() - spacing::small + axis.tickLabelPadding() : 0;
}

void ChartWidget::fitValueLabels()
{
    const int note = m_state->note.isEmpty() ? 0 : labelHeight() / 2; // more than half a label
    m_state->values->setRoom((m_state->plot->height() - labelsBelow() - note) / labelHeight());
    if (m_state->highest)
        m_state->plot->yAxis->setRange(0, m_state->values->topAbove(*m_state->highest));
}

void ChartWidget::fitMargins()
{
    const bool isAuto = m_state->plot->axisRect()->autoMargins() != QCP::msNone;
    // A label that the edge would cut is not drawn at all.
    const int half = (QFontMetrics(m_state->plot->yAxis->tickLabelFont()).height() + 1) / 2;
    const int above = m_state->note.isEmpty() ? half : labelHeight();
    m_state->plot->axisRect()->setMargins(QMargins(leftMargin(), above, rightMargin, isAuto ? 2 : half));
    m_state->plot->xAxis->setTickLabelPadding(half); // the first time is below the lower half of the zero
    const QFontMetrics letters(m_state->plot->xAxis->tickLabelFont());
    m_state->plot->setMinimumSize(
        leftMargin() + rightMargin + letters.horizontalAdvance(QStringLiteral("0:00:00")),
        labelsBelow() + fewestLabels * labelHeight());
    fitValueLabels();
    fitKeyLabels();
    fitEdgeNote();
}

// As wide as the curves. Never cut: half a number is another one.
void ChartWidget::fitEdgeNote()
{
    QCPItemText& shown = *m_state->edgeNote;
    const QFontMetrics letters(shown.font());
    const int room = std::max(0, m_state->plot->width() - leftMargin() - rightMargin);
    const QStringList notes = QStringList { m_state->note } + m_state->shorterNotes;
    const auto fits = std::find_if(notes.begin(), notes.end(),
        [&](const QString& note) { return letters.horizontalAdvance(note) <= room; });
    shown.setText(fits == notes.end() ? QString() : *fits);
    shown.setVisible(!shown.text().isEmpty());
}

void ChartWidget::setKeyRange(double from, double to)
{
    m_state->plot->xAxis->setRange(from, std::max(to, from + 1));
    fitKeyLabels();
}

void ChartWidget::setKeyLabels(const QStringList& labels)
{
    m_state->labels = labels;
    m_state->plot->xAxis->grid()->setVisible(labels.isEmpty());
    fitKeyLabels();
}

// The last one is always named.
void ChartWidget::fitKeyLabels()
{
    const QCPAxis* axis = m_state->plot->xAxis;
    const int room = std::max(1, m_state->plot->width() - leftMargin() - rightMargin);
    const QFontMetrics letters(axis->tickLabelFont());
    if (m_state->labels.isEmpty())
        return m_state->time->fit(axis->range(), letters, room, rightMargin);
    const int label = letters.horizontalAdvance(m_state->labels.last());
    const qsizetype step = std::max(1, int(std::ceil(axis->range().size() * label * 2 / room)));
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype place = m_state->labels.size() - 1; place >= 0; place -= step)
        ticker->addTick(double(place), m_state->labels[place]);
    m_state->plot->xAxis->setTicker(ticker);
}

void ChartWidget::setValueRange(double from, double to)
{
    m_state->highest.reset();
    m_state->plot->yAxis->setRange(from, std::max(to, from + 1e-9));
}

void ChartWidget::setHighest(double value)
{
    m_state->highest = value > 0 ? value : 1;
    fitValueLabels();
}

double ChartWidget::highestValue() const
{
    return m_state->plot->yAxis->range().upper;
}

}
