// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimelineChart.h"

#include "core/base/Units.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/TimelineBars.h"
#include "ui/text/EdgeText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMap>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr double zoomStep = 0.8; // of the time, for a notch of the wheel
constexpr double keyZoom = 2; // notches for a key
constexpr qint64 moveShare = 8; // a key moves by this part of what is shown

}

// Without a title: its place says what it is.
TimelineChart::TimelineChart(QWidget* parent)
    : TimedChart({}, parent)
    , m_bars(new TimelineBars(this))
    , m_lanes(new QScrollBar(Qt::Vertical, this))
{
    setObjectName(QStringLiteral("timelineChart"));
    setAccessibleName(tr("Timeline of steps"));
    const QString help
        = tr("The steps of the build, each as long as it took. Click one to go to it in the log. Turn the "
             "mouse wheel with Ctrl or press + and - for more or less detail, 0 for the whole build; drag or "
             "press the arrow keys to move.");
    setToolTip(tipText(help));
    m_showAll = toolButton(this, "timelineShowAll", nullptr, tr("Show the whole build (0)"));
    m_showAll->setText(tr("Whole build"));
    m_showAll->hide();
    // A scroll bar that comes while it is laid out would have no width.
    setPlaceKept(*m_lanes, true);
    m_lanes->hide();
    legend()->setWidestValue(QStringLiteral("9,999"));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->removeWidget(legend());
    column->addLayout(rowOf(spacing::small, { { legend(), 1 }, m_showAll, Part::gap(spacing::small) }));
    column->addLayout(rowOf(0, { { m_bars, 1 }, m_lanes }), 1);
    connectAll();
    showValues(nullptr);
}

void TimelineChart::connectAll()
{
    connect(m_bars, &TimelineBars::hovered, this, &TimedChart::hovered);
    connect(m_bars, &TimelineBars::left, this, &TimedChart::left);
    connect(m_bars, &TimelineBars::picked, this, &TimedChart::picked);
    connect(m_bars, &TimelineBars::zoomRequested, this, &TimelineChart::zoom);
    connect(m_bars, &TimelineBars::heightChanged, this, &TimelineChart::fitScrollBar);
    connect(m_bars, &TimelineBars::edgePicked, this,
        [this](int edge) { emit stepPicked(m_bars->geometryOfBars().edge(edge).record); });
    connect(m_bars, &TimelineBars::moveRequested, this, [this](qint64 milliseconds, int pixelsDown) {
        m_lanes->setValue(m_lanes->value() + pixelsDown);
        choose(moved(range(), milliseconds, whole()));
    });
    connect(m_lanes, &QScrollBar::valueChanged, m_bars, &TimelineBars::setScrolled);
    connect(m_showAll, &QToolButton::clicked, this, [this] { choose(whole()); });
}

void TimelineChart::setTimeline(const ShownTimeline& timeline)
{
    m_shown = timeline;
    m_bars->setTimeline(timeline);
    showLegend();
}

// The bars come with setTimeline().
void TimelineChart::drawSeries(const SampleSeries&, double) { }

void TimelineChart::showRange(const ShownTime& range)
{
    m_bars->setRange(range);
    m_showAll->setVisible(isZoomed());
    showLegend();
}

void TimelineChart::showCursor(std::optional<qint64> elapsed)
{
    m_bars->setCursorTime(elapsed);
}

// How many steps in sight of each kind are done, and what became of the others: each is counted once. What
// only other parts of the build have stays, with 0, so that no bar moves. The legend has no other values.
void TimelineChart::showValues(const Sample*)
{
    const ChartColours colours = ChartColours::of(palette());
    QVector<ChartLegend::Entry> entries;
    const auto add = [&entries](const QString& name, qsizetype count, const QColor& colour) {
        entries.append({ name, QLocale().toString(count), colour });
    };
    struct OfState {
        EdgeKind first = EdgeKind::Other;
        qsizetype inSight = 0;
    };
    const QVector<TimelineEdge>& edges = m_shown.timeline.edges;
    QMap<EdgeKind, qsizetype> done; // also those of which none is
    QMap<StepState, OfState> states;
    std::optional<qsizetype> heldBack;
    for (qsizetype i = 0; i < edges.size(); ++i) {
        const StepState state = m_shown.states[i];
        const bool isInSight
            = !isZoomed() || (edges[i].record.end >= range().from && edges[i].record.start <= range().to);
        done[edges[i].kind] += isInSight && state == StepState::Done ? 1 : 0;
        if (!states.contains(state))
            states.insert(state, { edges[i].kind });
        states[state].inSight += isInSight ? 1 : 0;
        const int held = int(state == StepState::HeldBack) + int(waitedBefore(edges[i].record).count() > 0);
        if (held > 0)
            heldBack = heldBack.value_or(0) + (isInSight ? held : 0);
    }
    for (auto kind = done.cbegin(); kind != done.cend(); ++kind)
        add(kindWord(kind.key()), kind.value(), colours.of(kind.key()));
    if (states.contains(StepState::Failed))
        add(tr("failed"), states[StepState::Failed].inSight, colours.failed);
    const auto addRunning = [&](const QString& name, StepState state) {
        if (!states.contains(state))
            return;
        const EdgeKind first = states[state].first;
        add(name, states[state].inSight, colours.running(first));
        entries.last().edge = colours.of(first); // as the bars
    };
    addRunning(tr("running"), StepState::Running);
    addRunning(tr("running at the end"), StepState::CutOff);
    if (heldBack)
        entries.append(
            { tr("held back"), QLocale().toString(*heldBack), colours.gate, Qt::NoPen, Qt::BDiagPattern });
    if (states.contains(StepState::WaitsForFreeJob))
        entries.append(
            { tr("waiting for a job"), QLocale().toString(states[StepState::WaitsForFreeJob].inSight),
                colours.other, Qt::NoPen, Qt::NoBrush }); // hollow
    legend()->setEntries(entries);
}

QString TimelineChart::summary(const Sample&) const
{
    const QVector<TimelineEdge>& edges = m_shown.timeline.edges;
    if (edges.isEmpty())
        return tr("Timeline: no step has begun yet.");
    const auto count = [this](StepState state) { return QLocale().toString(m_shown.states.count(state)); };
    const auto longest = std::max_element(edges.begin(), edges.end(), [](const auto& one, const auto& other) {
        return one.record.end - one.record.start < other.record.end - other.record.start;
    });
    const QString told = tr("Timeline of steps: %1 done, %2 failed, %3 running. At most %4 ran at the same "
                            "time. The longest is %5, with %6.")
                             .arg(count(StepState::Done), count(StepState::Failed), count(StepState::Running),
                                 QLocale().toString(m_shown.atOnce), stepName(longest->record.output),
                                 formatDuration(Milliseconds(longest->record.end - longest->record.start)));
    if (m_shown.states.contains(StepState::CutOff))
        return told + u' ' + tr("Steps that were running at the end: %1.").arg(count(StepState::CutOff));
    return m_shown.states.contains(StepState::WaitsForFreeJob)
        ? told + u' ' + tr("Steps that wait for a free job: %1.").arg(count(StepState::WaitsForFreeJob))
        : told;
}

void TimelineChart::choose(const ShownTime& range)
{
    const auto chosen = range.length() >= whole().length() ? std::nullopt : std::optional(range);
    if (!chosen && !isZoomed())
        return;
    setRange(chosen);
    emit rangeChosen(chosen);
}

void TimelineChart::zoom(double steps, qint64 around)
{
    choose(zoomed(range(), std::pow(zoomStep, steps), around, whole()));
}

void TimelineChart::bringIntoView(qint64 elapsed)
{
    if (isZoomed() && !range().contains(elapsed))
        choose(moved(range(), elapsed - range().from - range().length() / 2, whole()));
}

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    const ShownTime now = range();
    const qint64 middle = now.from + now.length() / 2;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        return zoom(keyZoom, middle);
    case Qt::Key_Minus:
        return zoom(-keyZoom, middle);
    case Qt::Key_0:
        return choose(whole());
    case Qt::Key_Up:
    case Qt::Key_Down:
        return m_lanes->triggerAction(event->key() == Qt::Key_Up ? QAbstractSlider::SliderSingleStepSub
                                                                 : QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_Left:
    case Qt::Key_Right:
        // With nothing to move they choose a moment, as in the other charts.
        if (isZoomed() && !(event->modifiers() & Qt::ShiftModifier))
            return choose(
                moved(now, (event->key() == Qt::Key_Left ? -1 : 1) * (now.length() / moveShare), whole()));
        break;
    }
    TimedChart::keyPressEvent(event);
}

void TimelineChart::fitScrollBar()
{
    const int hidden = m_bars->hiddenHeight();
    m_lanes->setRange(0, hidden);
    m_lanes->setPageStep(std::max(1, m_bars->height()));
    m_lanes->setSingleStep(3 * int(m_bars->geometryOfBars().laneHeight()));
    m_lanes->setVisible(hidden > 0);
}

}
