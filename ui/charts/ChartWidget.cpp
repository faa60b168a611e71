// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's header needs Qt's foreach, which the rest of the program does without.
#undef QT_NO_FOREACH

#include "ui/charts/ChartWidget.h"

#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartState.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QMouseEvent>

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

// Of the lines at the times of the axis: seen on paper, areas and heat strips.
QColor uprightColour(const QPalette& palette)
{
    QColor colour = palette.color(QPalette::Text);
    colour.setAlphaF(0.2F);
    return colour;
}

QCPScatterStyle scatterOf(const ChartSeries& series, const QColor& paper)
{
    constexpr double size = 7;
    const QPen pen(series.colour, 1.5);
    switch (series.shape) {
    case ChartSeries::Shape::Line:
        break;
    case ChartSeries::Shape::Discs:
        return { QCPScatterStyle::ssCircle, pen, series.colour, size };
    case ChartSeries::Shape::Rings:
        return { QCPScatterStyle::ssCircle, pen, paper, size };
    case ChartSeries::Shape::Crosses:
        return { QCPScatterStyle::ssCross, pen, Qt::NoBrush, size };
    }
    return QCPScatterStyle::ssNone;
}

}

QString ChartWidget::library()
{
    return QStringLiteral("QCustomPlot " QCUSTOMPLOT_VERSION_STR);
}

ChartWidget::ChartWidget(ValueAxis axis, QWidget* parent)
    : QWidget(parent)
    , m_state(std::make_unique<State>())
{
    setObjectName(QStringLiteral("chart"));
    auto* plot = new QCustomPlot(this);
    m_state->plot = plot;
    columnOf(this, {}, usualSpacing, { plot });
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setAttribute(Qt::WA_NoMousePropagation, false); // presses beside the curves, and the wheel
    plot->setNoAntialiasingOnDrag(true);
    plot->axisRect()->setAutoMargins(QCP::msBottom);
    setUpAxes(axis);
    m_state->cursor = new QCPItemStraightLine(plot);
    m_state->cursor->setVisible(false);
    m_state->cursor->setLayer(QStringLiteral("overlay")); // areas and heat strips would hide it
    m_state->edgeNote = new QCPItemText(plot);
    m_state->edgeNote->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_state->edgeNote->position->setCoords(1, 0);
    m_state->edgeNote->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom); // above all that is drawn
    m_state->edgeNote->setClipToAxisRect(false);
    m_state->edgeNote->setVisible(false);
    m_state->edgeNote->setLayer(QStringLiteral("overlay"));
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
    applyPalette();
}

ChartWidget::~ChartWidget() = default;

void ChartWidget::setSeries(const QVector<ChartSeries>& series)
{
    QCustomPlot* plot = m_state->plot;
    while (plot->graphCount() > series.size())
        plot->removeGraph(plot->graphCount() - 1);
    while (plot->graphCount() < series.size())
        plot->addGraph()->setAdaptiveSampling(true);
    for (int i = 0; i < series.size(); ++i) {
        const ChartSeries& one = series[i];
        QCPGraph* graph = plot->graph(i);
        graph->setName(one.name);
        graph->setPen(QPen(one.edge.isValid() ? one.edge : one.colour, one.width, one.line));
        graph->setLineStyle(one.shape == ChartSeries::Shape::Line ? QCPGraph::lsLine : QCPGraph::lsNone);
        graph->setScatterStyle(scatterOf(one, palette().color(QPalette::Base)));
        graph->setBrush(one.filled || one.isBand ? QBrush(one.colour) : QBrush(Qt::NoBrush));
        graph->setChannelFillGraph(one.isBand && i > 0 ? plot->graph(i - 1) : nullptr);
        graph->setData(one.keys, one.values, true);
    }
}

void ChartWidget::setHeat(const ChartHeat& heat)
{
    QCustomPlot* plot = m_state->plot;
    if (!m_state->heat) {
        m_state->heat = new HeatRows(plot->xAxis, plot->yAxis);
        m_state->heat->setInterpolate(false);
        m_state->heat->setTightBoundary(false);
    }
    QCPColorGradient gradient;
    gradient.clearColorStops();
    gradient.setColorStopAt(0, heat.cold);
    gradient.setColorStopAt(1, heat.hot);
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    // QCPColorMap takes the height of a row from the distance of two: a single one is told as two halves.
    const bool isSingle = heat.rows == 1;
    const int rows = isSingle ? 2 : std::max(1, heat.rows);
    const QCPRange middles = isSingle ? QCPRange(-0.25, 0.25) : QCPRange(0, rows - 1);
    auto* cells = new QCPColorMapData(std::max(1, heat.columns), rows, QCPRange(0, heat.lastKey), middles);
    for (int row = 0; row < rows && heat.rows > 0; ++row) {
        const qsizetype from = isSingle ? 0 : row;
        for (int column = 0; column < heat.columns; ++column)
            cells->setCell(column, row, heat.values[from * heat.columns + column]);
    }
    m_state->heat->setData(cells, false);
    m_state->heat->setGradient(gradient);
    m_state->heat->setGap(palette().color(QPalette::Base));
    m_state->heat->setDataRange(QCPRange(0, 1));
    m_state->heat->setVisible(heat.rows > 0 && heat.columns > 0);
    plot->yAxis->setRange(-0.5, std::max(1, heat.rows) - 0.5);
}

void ChartWidget::setEdgeNote(const QString& note, const QStringList& shorter)
{
    if (m_state->note == note && m_state->shorterNotes == shorter)
        return;
    m_state->note = note;
    m_state->shorterNotes = shorter;
    fitMargins();
}

QString ChartWidget::edgeNote() const
{
    return m_state->note;
}

void ChartWidget::setCursor(std::optional<double> key)
{
    if (!key && !m_state->cursor->visible())
        return;
    m_state->cursor->setVisible(key.has_value());
    if (key) {
        m_state->cursor->point1->setCoords(*key, 0);
        m_state->cursor->point2->setCoords(*key, 1);
    }
    replot();
}

void ChartWidget::replot()
{
    m_state->plot->replot(QCustomPlot::rpQueuedReplot);
}

void ChartWidget::applyPalette()
{
    QCustomPlot* plot = m_state->plot;
    const QColor quiet = toneColour(Tone::Neutral, palette());
    const QPen line = hairline(lineColour(palette()));
    plot->setBackground(palette().color(QPalette::Base));
    QFont small = tabularFont(font());
    small.setPointSizeF(std::max(7.0, font().pointSizeF() * 0.85));
    for (QCPAxis* axis : { plot->xAxis, plot->yAxis }) {
        axis->setBasePen(line);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(quiet);
        axis->setTickLabelFont(small);
        axis->grid()->setPen(hairline(gridColour(palette())));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot->xAxis->grid()->setPen(hairline(uprightColour(palette())));
    m_state->edgeNote->setFont(small);
    m_state->edgeNote->setColor(palette().color(QPalette::Text));
    m_state->cursor->setPen(QPen(palette().color(QPalette::Text), 1));
    fitMargins();
    replot();
}

void ChartWidget::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
}

bool ChartWidget::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fitValueLabels();
        fitKeyLabels();
        fitEdgeNote();
    }
    if (event->type() == QEvent::Wheel) { // the plot would keep it; the page scrolls
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::Leave)
        emit left();
    if (event->type() != QEvent::MouseMove && event->type() != QEvent::MouseButtonPress)
        return false;
    return pointAt(*static_cast<QMouseEvent*>(event));
}

// Beside the curves is no moment, unless one drags to their end and beyond. A press there is left to whom
// the chart belongs.
bool ChartWidget::pointAt(QMouseEvent& mouse)
{
    const double x = mouse.position().x();
    const QRect curves = m_state->plot->axisRect()->rect();
    const bool isBeside = x < curves.left() - spacing::small || x > curves.right() + spacing::small;
    const bool isPress = mouse.type() == QEvent::MouseButtonPress;
    if (isPress)
        m_state->isScrubbing = !isBeside;
    const bool picks = m_state->isScrubbing && mouse.buttons() & Qt::LeftButton;
    if (isBeside && !picks) {
        emit left();
        mouse.setAccepted(!isPress);
        return isPress;
    }
    const QCPRange range = m_state->plot->xAxis->range();
    const double key = std::clamp(m_state->plot->xAxis->pixelToCoord(x), range.lower, range.upper);
    emit hovered(key);
    if (picks)
        emit picked(key);
    return false;
}

}
