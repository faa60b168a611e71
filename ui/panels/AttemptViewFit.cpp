// SPDX-License-Identifier: GPL-3.0-or-later
// How the page of an attempt shares its height, so that it need not scroll where a window has its least size.
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/Settings.h"
#include "ui/panels/AttemptCards.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/ResourceBar.h"
#include "ui/panels/StagesPanel.h"
#include "ui/panels/StepTabs.h"
#include "ui/widgets/Layouts.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>

namespace torchmason {

namespace {

// What parts have where there is room, and at least: the log with its toolbar, charts with their legend and
// axis, steps with tabs.
constexpr int logLines = 16;
constexpr int fewLogLines = 10;
constexpr int fewReadLines = 5; // of the log itself, whatever its toolbar takes
constexpr int fewestReadLines = 3; // where the page would scroll else
constexpr int chartLines = 16;
constexpr int fewChartLines = 12;
constexpr int stepLines = 7;
constexpr int stageLetters = 32; // of a name and its time, however narrow the window is
constexpr int lowViewLines = 50; // below that header and cards give way, too

struct Share {
    QWidget* widget;
    int wanted;
    int least;
    bool isShown;

    int spare() const { return isShown ? wanted - least : 0; }
};

// Steps and log in proportion, so that one is not useless beside the other; then the charts.
void giveWay(const Share& steps, const Share& log, const Share& charts, int lack)
{
    const int both = steps.spare() + log.spare();
    const int shared = std::clamp(lack, 0, both);
    const int ofSteps = both > 0 ? shared * steps.spare() / both : 0;
    steps.widget->setMinimumHeight(steps.wanted - ofSteps);
    log.widget->setMinimumHeight(log.wanted - (shared - ofSteps));
    charts.widget->setMinimumHeight(charts.wanted - std::clamp(lack - shared, 0, charts.spare()));
}

}

int AttemptView::leastLogHeight() const
{
    return std::max(fewLogLines * fontMetrics().lineSpacing(), m_log->heightFor(fewReadLines));
}

// In a low window what failed or was made, and its log, need the height. What stands beside the view and
// comes when the attempt ends changes nothing.
void AttemptView::fitDistances()
{
    const int room = isWindow() ? height() : parentWidget()->height();
    const bool isLow = room < lowViewLines * fontMetrics().lineSpacing();
    m_header->setDense(isLow);
    m_cards->setDense(isLow);
}

// As wide as its names and times, at most a third; the log beside it is never pushed out of the page.
void AttemptView::fitStages()
{
    const int room = m_page->maximumViewportSize().width() - m_page->verticalScrollBar()->sizeHint().width();
    const int beside = room - m_columns->handleWidth() - m_rows->parentWidget()->minimumSizeHint().width();
    const int needed = m_stages->neededWidth();
    const int least = std::min(needed, stageLetters * fontMetrics().averageCharWidth());
    m_stages->setMinimumWidth(std::clamp(needed, least, std::max(least, std::min(room / 3, beside))));
}

// Steps and log give way together, each down to its least height, then the charts, whose curves say little
// when they are low; then the page scrolls. The cards have all of theirs: they are read first.
void AttemptView::fitPage()
{
    fitStages();
    // Sideways it scrolls where very large letters leave no other way.
    const int narrowest = m_page->widget()->minimumSizeHint().width();
    const QSize room = m_page->maximumViewportSize();
    int cards = m_cards->heightFor(std::max(room.width(), narrowest));
    const int line = fontMetrics().lineSpacing();
    const int steps = stepLines * line;
    const int leastLog = leastLogHeight();
    const int leastCharts = leastChartsHeight();
    const auto partOf = [this](QWidget* widget, int wanted, int least) {
        return Share { widget, std::max(wanted, least), least, widget->isVisibleTo(m_page->widget()) };
    };
    // Of a build that runs, nothing moves with its lanes.
    Share parts[] = { partOf(m_steps, m_live ? steps : m_steps->timelineHeight(), steps),
        partOf(m_log, logLines * line, leastLog), partOf(m_charts, chartLines * line, leastCharts) };
    auto& [ofSteps, ofLog, ofCharts] = parts;
    int lack = cards + figuresHeight() - room.height();
    int spare = 0;
    for (const Share& part : parts) {
        lack += part.isShown ? part.wanted + m_rows->handleWidth() : 0;
        spare += part.spare();
    }
    // A low log is better than a page that scrolls.
    const int fewer = m_log->heightFor(fewReadLines) - m_log->heightFor(fewestReadLines);
    const bool scrolls = lack > spare + fewer;
    if (scrolls)
        cards = m_cards->heightFor(std::max(m_page->viewport()->width(), narrowest)); // beside the scroll bar
    else if (lack > spare)
        ofLog.least -= lack - spare;
    m_cards->setVisible(cards > 0);
    m_cards->setFixedHeight(cards);
    // With charts that were opened by hand it scrolls in any case, and nothing in it need do so.
    giveWay(ofSteps, ofLog, ofCharts, scrolls && ofCharts.isShown ? 0 : lack);
    // Its policy leaves that out. Figures that the scroll bar has made wrap must not keep it.
    const int unwrapped
        = scrolls ? 0 : figuresHeight() - m_vitals->parentWidget()->minimumSizeHint().height();
    m_columns->setMinimumHeight(m_columns->minimumSizeHint().height() + std::min(0, unwrapped));
}

// With both ends of their axes.
int AttemptView::leastChartsHeight() const
{
    return std::max(fewChartLines * fontMetrics().lineSpacing(), m_charts->minimumSizeHint().height());
}

// Of the line of figures, where no scroll bar takes of its width.
int AttemptView::figuresHeight() const
{
    const QWidget* figures = m_vitals->parentWidget();
    if (figures->isHidden() || m_vitals->isHidden())
        return figures->isHidden() ? 0 : figures->minimumSizeHint().height();
    const QWidget* content = m_page->widget();
    const int width = std::max(m_page->maximumViewportSize().width(), content->minimumSizeHint().width());
    return std::max(m_chartsToggle->minimumSizeHint().height(),
        m_vitals->neededHeight(m_vitals->width() + width - content->width()));
}

// What was chosen for attempts that run, or end, the same way, or what there is room for: the card of an
// attempt that ended takes that of the charts before the log gets out of sight.
bool AttemptView::wantsCharts() const
{
    const QVariant chosen = settings()->value(chartsKey());
    if (chosen.isValid())
        return chosen.toBool();
    const QSize room = m_page->maximumViewportSize();
    const int cards = m_cards->heightFor(room.width());
    // Beside a card they open only where a log of the usual height fits; lanes may take some of it then.
    const int line = fontMetrics().lineSpacing();
    const int log = cards > 0 ? std::max(logLines * line, leastLogHeight()) : leastLogHeight();
    const int rows = stepLines * line + leastChartsHeight() + log + 3 * m_rows->handleWidth();
    return cards + figuresHeight() + rows <= room.height();
}

// Charts that were opened beside a build that runs do not push the log away when its card comes. What failed
// is read in its log; charts of it are of use to few. From the first step that fails on: what is chosen for
// its end does not come and go before it.
QString AttemptView::chartsKey() const
{
    const bool hasFailedStage = std::any_of(m_record.stages.begin(), m_record.stages.end(),
        [](const StageResult& stage) { return stage.state == StageState::Failed; });
    const bool failed
        = m_live ? m_header->isFailing() || hasFailedStage : m_record.state == AttemptState::Failed;
    return failed ? QStringLiteral("attempt/chartsOfFailed")
        : m_live  ? QStringLiteral("attempt/charts")
                  : QStringLiteral("attempt/chartsOfEnded");
}

// Before the attempt was read there is nothing to draw, not even an axis; nor where nothing was measured, as
// of the log of another program, or too little for a curve.
void AttemptView::foldCharts()
{
    const bool shown = wantsCharts();
    const bool isGoingOn = m_live || !m_isRead;
    const bool measured = isGoingOn || !m_series.isEmpty();
    const bool hasCurves = isGoingOn || (measured && m_timedCharts.haveCurves());
    const bool drawn = shown && m_hasRecord && hasCurves;
    const bool hasFigures = measured || m_steps->end() > 0;
    m_vitals->parentWidget()->setVisible(hasFigures || isOfLog(m_record));
    m_vitals->setVisible(hasFigures);
    m_chartsToggle->setVisible(hasCurves || m_steps->end() > 0);
    m_withoutFigures->setVisible(!hasFigures);
    if (m_chartsToggle->isChecked() != shown || m_steps->isShown() != shown
        || m_charts->isHidden() == drawn) {
        setExpandIcon(*m_chartsToggle, shown);
        m_charts->setVisible(drawn);
        m_steps->setShown(shown);
        m_rows->refresh(); // without it, what comes back lies over its neighbours
    }
    fitPage();
}

// The page may scroll as well, and an end of the log stand outside of it.
static void bringEdgeIntoSight(QScrollArea& page, const QWidget& log, const QPoint& edge)
{
    page.ensureVisible(page.horizontalScrollBar()->value(), log.mapTo(page.widget(), edge).y(), 0, 0);
}

static void bringEndIntoSight(int key, QScrollArea& page, const QWidget& log)
{
    const bool isDown = key == Qt::Key_End || key == Qt::Key_PageDown;
    if (isDown || key == Qt::Key_Home || key == Qt::Key_PageUp)
        bringEdgeIntoSight(page, log, isDown ? log.rect().bottomLeft() : log.rect().topLeft());
}

void AttemptView::bringIntoSight(Sought part)
{
    m_sought = part;
    bringSoughtIntoSight();
    QTimer::singleShot(
        0, this, &AttemptView::bringSoughtIntoSight); // a card that came with it has its height
}

// Of the charts and the steps below them the charts in any case; the fields above the log, too.
void AttemptView::bringSoughtIntoSight()
{
    if (m_sought == Sought::Line)
        return bringLineIntoSight();
    if (m_sought == Sought::Charts) {
        for (QWidget* part : std::initializer_list<QWidget*> { m_steps, m_charts })
            m_page->ensureWidgetVisible(part, 0, 0);
        QScrollBar& bar = *m_page->verticalScrollBar();
        if (bar.value() > 0 && bar.value() < m_columns->y()) { // through the lines of a card
            bar.setValue(m_columns->y());
            m_page->ensureWidgetVisible(m_charts, 0, 0);
        }
    } else if (m_sought == Sought::TopOfLog) {
        m_page->ensureWidgetVisible(m_log, 0, 0);
        bringEdgeIntoSight(*m_page, *m_log, {});
    }
}

// What the keyboard goes to stays in sight, also where the page grows later. A window that becomes active
// again moves no focus.
void AttemptView::forgetSoughtBeside(const QWidget* before, const QWidget* now)
{
    if (!before || !now || !m_page->widget()->isAncestorOf(now))
        return;
    const auto holds = [now](const QWidget* part) { return part == now || part->isAncestorOf(now); };
    const bool isInside = m_sought == Sought::Charts ? holds(m_charts) || holds(m_steps) : holds(m_log);
    if (!isInside)
        m_sought = Sought::Nothing;
}

// All of the log where there is room for it, and the line in any case.
void AttemptView::bringLineIntoSight()
{
    const QRect row = m_log->view()->currentRow();
    if (row.isEmpty())
        return;
    m_page->ensureWidgetVisible(m_log);
    const int middle = m_log->view()->viewport()->mapTo(m_page->widget(), row.center()).y();
    m_page->ensureVisible(m_page->horizontalScrollBar()->value(), middle, 0, row.height());
}

// A card or a column has more or less to show than a moment ago, or wraps it otherwise.
bool AttemptView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_log->view()) {
        if (event->type() == QEvent::KeyPress)
            bringEndIntoSight(static_cast<QKeyEvent*>(event)->key(), *m_page, *m_log->view());
        return QWidget::eventFilter(watched, event);
    }
    const bool fits = watched == m_page->viewport() ? event->type() == QEvent::Resize
                                                    : event->type() == QEvent::LayoutRequest;
    if (fits)
        QMetaObject::invokeMethod(this, &AttemptView::foldCharts, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

}
