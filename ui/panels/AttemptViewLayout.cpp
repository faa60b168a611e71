// SPDX-License-Identifier: GPL-3.0-or-later
// What AttemptView is made of, and how its parts are wired.
#include "core/store/AttemptStore.h"
#include "ui/charts/CoresChart.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/charts/TimelineChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/AttemptFeed.h"
#include "ui/models/Settings.h"
#include "ui/panels/AttemptCards.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/ErrorList.h"
#include "ui/panels/HowBuiltPanel.h"
#include "ui/panels/MessageCount.h"
#include "ui/panels/ResourceBar.h"
#include "ui/panels/StagesPanel.h"
#include "ui/panels/StepTabs.h"
#include "ui/panels/TimePanel.h"
#include "ui/panels/WaitingNote.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

QSplitter* splitter(Qt::Orientation orientation, const char* name, QWidget* parent)
{
    auto* result = named(new QSplitter(orientation, parent), name);
    result->setChildrenCollapsible(false);
    result->setHandleWidth(spacing::small);
    return result;
}

}

void AttemptView::createWidgets()
{
    m_header = new AttemptHeader(this);
    m_cards = new AttemptCards(this);
    m_waiting = new WaitingNote(this);
    m_chartsToggle = expandButton(QStringLiteral("attemptChartsToggle"),
        tr("Shows or hides memory, cores and steps over time; the choice is kept separately for running, "
           "finished and failed attempts"),
        this);
    m_chartsToggle->setText(tr("Charts"));
    m_chartsToggle->setAccessibleName(m_chartsToggle->text());
    m_chartsToggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stages = new StagesPanel(this);
    m_memoryChart = new MemoryChart(this);
    m_stepsChart = new StepsChart(this);
    for (TimedChart* chart : std::initializer_list<TimedChart*> {
             m_memoryChart, new CoresChart(this), m_stepsChart }) // from left to right
        m_timedCharts.add(chart);
    m_vitals = new ResourceBar(this);
    m_steps = new StepTabs(this);
    m_log = new LogPanel(this);
    m_columns = splitter(Qt::Horizontal, "attemptColumns", this);
    m_columns->setHandleWidth(spacing::inner); // its dots are no letters of the heading beside them
    m_rows = splitter(Qt::Vertical, "attemptRows", this);
    m_charts = splitter(Qt::Horizontal, "attemptCharts", this);
}

// The figures stand in a line with the button that folds the charts; they stay.
QWidget* AttemptView::createCharts()
{
    for (TimedChart* chart : m_timedCharts.all())
        m_charts->addWidget(chart);
    m_charts->setSizes(QList<int>(m_timedCharts.all().size(), 1000));
    for (QWidget* row : std::initializer_list<QWidget*> { m_charts, m_steps, m_log })
        m_rows->addWidget(row);
    m_rows->setSizes({ 180, 220, 260 });
    m_rows->setStretchFactor(0, 2);
    m_rows->setStretchFactor(1, 1);
    m_rows->setStretchFactor(2, 4);
    auto* right = new QWidget(this);
    auto* figures = new QWidget(right);
    figures->setBackgroundRole(QPalette::Base);
    figures->setAutoFillBackground(true);
    m_withoutFigures = named(
        secondaryText(tr("A log from elsewhere has no measurements, so there are no charts."), figures),
        "attemptUnmeasured");
    m_withoutFigures->setContentsMargins(spacing::inner, spacing::small, spacing::inner, spacing::small);
    rowOf(figures, {}, 0, { { m_chartsToggle, 0, Qt::AlignTop }, { m_vitals, 1 }, { m_withoutFigures, 1 } });
    columnOf(right, {}, 0, { figures, { m_rows, 1 } });
    return right;
}

void AttemptView::layOut()
{
    m_columns->addWidget(m_stages);
    m_columns->addWidget(createCharts());
    m_columns->setSizes({ 1, 1000 }); // as wide as the stages need, see fitStages()
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    // As high as there is room for, and at least as its parts must be.
    m_columns->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_timedCharts.add(m_steps->timeline());
    auto* content = new QWidget(this);
    auto* column = columnOf(content, {}, 0, { m_cards, m_waiting, { m_columns, 1 } });
    column->addStretch(0); // keeps the cards at the top where there is nothing below them
    m_page = scrolled(content, QStringLiteral("attemptScroll"), tr("Attempt"));
    m_page->setFocusPolicy(Qt::NoFocus); // all of it can be reached by Tab
    // The splitters hear nothing of what a timeline needs: the tabs around it do not pass it on.
    for (QWidget* part : std::initializer_list<QWidget*> { m_page->viewport(), m_cards, m_columns, m_steps })
        part->installEventFilter(this);
    m_time = new TimePanel(this);
    m_howBuilt = new HowBuiltPanel(this);
    m_tabs = tabbed(QStringLiteral("attemptTabs"), this);
    m_tabs->addTab(m_page, tr("Progress and log"));
    m_tabs->addTab(m_time, tr("Where the time went"));
    m_tabs->addTab(m_howBuilt, tr("How it was built"));
    m_opening = new QWidget(m_tabs); // they keep their places and the keyboard below it
    m_opening->setAutoFillBackground(true);
    m_opening->resize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    columnOf(this, {}, 0, { m_header, { m_tabs, 1 }, Part::stretch() }); // the header stays on top alone, too
}

void AttemptView::connectAll()
{
    connect(&m_timer, &QTimer::timeout, this, &AttemptView::tick);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (m_howBuilt->isAncestorOf(focusWidget())) // Qt begins with the search, which nobody asked for
            m_howBuilt->setFocus();
    });
    const auto goToAttempt = [this](int number) {
        emit attemptWanted(AttemptStore(QFileInfo(m_folder).path()).attemptFolder(number));
    };
    connect(m_waiting, &WaitingNote::attemptWanted, this, goToAttempt);
    connect(m_cards, &AttemptCards::attemptWanted, this, goToAttempt);
    connect(m_header, &AttemptHeader::miniRequested, this, &AttemptView::miniRequested);
    connect(m_header, &AttemptHeader::stopRequested, this, &AttemptView::stop);
    connect(m_header, &AttemptHeader::jobsRequested, this, &AttemptView::changeJobs);
    connect(m_header, &AttemptHeader::messagesRequested, this, [this](const QString& stage) {
        m_tabs->setCurrentWidget(m_page);
        m_log->showProblems(stage);
        m_page->ensureWidgetVisible(m_log);
    });
    connect(m_header->messages()->errorList(), &ErrorList::lineWanted, this,
        [this](const QString& stage, qint64 line) {
            m_tabs->setCurrentWidget(m_page);
            m_pageStays = false;
            m_log->showLine(stage, line);
            m_log->view()->setFocus();
        });
    connect(m_header->messages()->errorList(), &ErrorList::fileWanted, m_log->view(), &LogView::openFileOf);
    connect(m_cards, &AttemptCards::causeChosen, this, &AttemptView::showCards);
    connect(m_cards, &AttemptCards::fixesShown, this, [this] {
        if (m_focusBefore && *m_focusBefore == window()->focusWidget())
            focusFix();
    });
    connect(m_cards, &AttemptCards::lineWanted, this, [this](const QString& stage, qint64 line) {
        m_pageStays = false;
        m_log->showLine(stage, line);
    });
    connect(m_page->verticalScrollBar(), &QScrollBar::actionTriggered, this,
        [this] { m_sought = Sought::Nothing; });
    connect(qApp, &QApplication::focusChanged, this, &AttemptView::forgetSoughtBeside);
    connect(m_page->verticalScrollBar(), &QScrollBar::rangeChanged, this, &AttemptView::bringSoughtIntoSight,
        Qt::QueuedConnection); // a card may grow later
    connect(m_cards, &AttemptCards::settingsWanted, this,
        [this] { emit settingsWanted(m_record.number, m_record); });
    connect(m_cards, &AttemptCards::fileWanted, m_log->view(), &LogView::openFileOf);
    connect(m_log->view(), &LogView::followingChanged, this, [this](bool following) {
        if (following && m_live)
            m_timedCharts.pin(std::nullopt);
    });
    m_log->view()->installEventFilter(this);
    connect(m_chartsToggle, &QToolButton::clicked, this, [this] {
        settings()->setValue(chartsKey(), !wantsCharts());
        foldCharts();
        bringIntoSight(wantsCharts() ? Sought::Charts : Sought::Nothing);
        if (!wantsCharts())
            m_page->verticalScrollBar()->setValue(0); // back to what was there before them
    });
    connect(m_cards, &AttemptCards::retryRequested, this,
        [this](const QVector<Fix>& fixes) { emit retryRequested(m_record.number, fixes); });
    connect(m_cards, &AttemptCards::installRequested, this, &AttemptView::installRequested);
    connect(m_cards, &AttemptCards::takeBackRequested, this, &AttemptView::askToTakeBack);
    connect(m_cards, &AttemptCards::logWanted, m_log, &LogPanel::showProblems);
    connect(m_stages, &StagesPanel::stageActivated, m_log, &LogPanel::showStage);
    connect(m_log, &LogPanel::placeVisited, this, &AttemptView::markLogPlace);
    connect(m_log, &LogPanel::jumped, this,
        [this] { bringIntoSight(std::exchange(m_pageStays, false) ? Sought::Nothing : Sought::Line); });
    connect(m_log, &LogPanel::typingBegan, this, [this] { bringIntoSight(Sought::TopOfLog); });
    connect(m_steps, &StepTabs::stepActivated, this, &AttemptView::showStep);
    const auto goToStep = [this](const EdgeRecord& edge) {
        m_tabs->setCurrentWidget(m_page);
        showStep(edge);
    };
    connect(m_time, &TimePanel::stepActivated, this, goToStep);
    connect(m_header, &AttemptHeader::stepRequested, this, goToStep);
    connect(m_steps, &StepTabs::momentChosen, this, &AttemptView::markMoment);
    connect(m_steps->timeline(), &TimelineChart::rangeChosen, &m_timedCharts, &TimedCharts::setRange);
    connect(&m_timedCharts, &TimedCharts::picked, this, &AttemptView::scrubTo);
}

// Values travel from the feed's thread as posted events. The feed itself receives them, so that those on
// their way die with it.
void AttemptView::connectFeed()
{
    const auto listen = [feed = m_feed.get()](auto signal, auto take) { connect(feed, signal, feed, take); };
    listen(&AttemptFeed::recordRead,
        [this](const AttemptRecord& record, bool live) { showRecord(record, live); });
    listen(&AttemptFeed::stepsBeforeRead, [this](const StepsBefore& steps) {
        m_header->setStepsBefore(steps);
        m_cards->setStepsBefore(steps);
        m_stepsChart->setStepsBefore(steps);
        m_chartsAreStale = true;
    });
    listen(&AttemptFeed::problemChanged, [this](const QString& sentence) { showProblem(sentence); });
    listen(&AttemptFeed::findingsRead, [this](const QVector<Finding>& findings) { showFindings(findings); });
    listen(&AttemptFeed::samplesRead, [this](const QVector<Sample>& samples) { showSamples(samples); });
    listen(&AttemptFeed::eventsRead, [this](const QVector<AttemptEvent>& events) {
        m_header->showEvents(events);
        m_steps->addEvents(events);
        showFailedSteps();
    });
    listen(&AttemptFeed::edgesRead, [this](const QVector<EdgeRecord>& edges) {
        m_header->showSteps(edges);
        showFailedSteps();
        m_steps->addSteps(edges);
        m_chartsAreStale = true;
    });
    listen(&AttemptFeed::progressesRead,
        [this](const QVector<ReportedProgress>& progresses) { showSteps(progresses); });
    listen(
        &AttemptFeed::progressRead, [this](const ReportedProgress& told) { m_header->showProgress(told); });
    listen(&AttemptFeed::caughtUp, [this] {
        setRead(true);
        m_chartsAreStale = true;
        tick();
        foldCharts();
    });
    listen(&AttemptFeed::ended, [this] {
        m_steps->setLive(false);
        m_chartsAreStale = true;
        tick();
        foldCharts(); // its last samples may be all there is to draw
        m_timer.stop();
    });
}

// While it builds, the charts say that they stand still and how they go on.
void AttemptView::markMoment(qint64 elapsed)
{
    m_steps->timeline()->bringIntoView(elapsed);
    m_live ? m_timedCharts.pin(elapsed) : m_timedCharts.mark(elapsed);
}

}
