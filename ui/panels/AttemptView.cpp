// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptView.h"

#include "core/base/Clock.h"
#include "core/history/StepsOverTime.h"
#include "core/store/AttemptFiles.h"
#include "core/store/StageStanding.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/charts/TimelineChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/AttemptFeed.h"
#include "ui/models/DiskReads.h"
#include "ui/models/RunnerRequests.h"
#include "ui/panels/AttemptActivity.h"
#include "ui/panels/AttemptCards.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/HowBuiltPanel.h"
#include "ui/panels/InstallUndoDialog.h"
#include "ui/panels/ResourceBar.h"
#include "ui/panels/StagesPanel.h"
#include "ui/panels/StepTabs.h"
#include "ui/panels/TimePanel.h"
#include "ui/panels/WaitingNote.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int frameMilliseconds = 250;

}

AttemptView::AttemptView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("attemptView"));
    createWidgets();
    layOut();
    connectAll();
    for (QSplitter* one : { m_columns, m_rows, m_charts })
        restoreSplitter(*one);
    forget();
    m_timer.setInterval(frameMilliseconds);
}

AttemptView::~AttemptView()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus leaves its parts as they go
    for (const QSplitter* one : { m_columns, m_rows, m_charts })
        rememberSplitter(*one);
}

void AttemptView::openAttempt(const QString& folder)
{
    m_feed.reset();
    m_folder = folder;
    forget();
    m_log->setFolder(folder);
    m_log->setFollowing(true);
    m_feed = std::make_unique<AttemptFeed>(folder, this);
    connectFeed();
    m_feed->start();
    m_timer.start();
}

void AttemptView::goToTop()
{
    m_sought = Sought::Nothing;
    m_page->verticalScrollBar()->setValue(0);
}

// Nothing of the attempt before may stay on the screen.
void AttemptView::forget()
{
    m_record = {};
    m_hasRecord = m_live = m_pageStays = false;
    m_isFailing = false;
    m_focusBefore.reset();
    m_earlierQuery.forget();
    m_cards->clear();
    m_series.clear();
    m_stepsChart->clearSteps();
    m_memoryChart->setPeak(std::nullopt);
    m_header->clear();
    setRead(false);
    m_stages->clear();
    m_howBuilt->clear();
    m_time->clear();
    m_tabs->setCurrentIndex(0);
    m_stepsChart->setStepsBefore({});
    m_steps->clear();
    m_timedCharts.setRange(std::nullopt);
    m_vitals->clear();
    m_timedCharts.pin(std::nullopt);
    redrawCharts();
    m_waiting->hide();
    m_tabs->show();
    m_opening->show();
    m_columns->show();
    goToTop();
    foldCharts();
}

// Nothing is told of what was not read yet.
void AttemptView::setRead(bool read)
{
    m_isRead = read;
    m_header->setReading(!read);
    m_steps->setReading(!read);
}

// Before its turn has come there is nothing to measure and no log.
void AttemptView::showWaiting()
{
    const bool waits = m_live && isWaiting(m_record);
    m_waiting->setVisible(waits);
    m_tabs->show();
    m_columns->setVisible(!waits);
    if (waits)
        m_waiting->showRecord(m_record);
}

void AttemptView::showRecord(const AttemptRecord& record, bool live)
{
    const bool isFirst = !m_hasRecord;
    const bool endsNow = !live && (isFirst || m_live);
    m_record = record;
    m_hasRecord = true;
    m_opening->hide();
    m_live = live;
    if (isFirst && !record.imported)
        askForEarlier();
    if (endsNow && !record.imported && record.state != AttemptState::Succeeded)
        m_cards->askForLater(record.number, QFileInfo(m_folder).path());
    showWaiting();
    m_header->showRecord(record, live);
    m_stages->showRecord(record);
    m_log->setStages(record);
    m_howBuilt->showRecord(record, m_folder);
    m_time->showRecord(record, m_folder);
    m_steps->setGated(record.request.hasGate());
    m_steps->setLive(live);
    m_steps->setCutShort(isCutShort(record));
    const bool measured = live || !m_series.isEmpty();
    m_vitals->setMeasured(measured);
    m_vitals->setGated(record.request.hasGate());
    m_vitals->setOver(!live);
    showPeak();
    m_chartsAreStale = true;
    showCards();
    if (endsNow && m_log->view()->isFollowing())
        m_page->verticalScrollBar()->setValue(0); // how it ended says more than the end of its log
    tick();
    emit titleChanged(
        tr("%1 · %2 · attempt %3").arg(stateWord(record), record.request.profileName).arg(record.number));
}

// Without a record there is nothing to show but the sentence; a record from before stays on the screen.
void AttemptView::showProblem(const QString& sentence)
{
    m_header->showProblem(sentence, sentence == AttemptFiles::goneText(m_folder));
    if (sentence.isEmpty())
        return;
    m_tabs->setVisible(m_hasRecord); // there is nothing in them
    m_steps->setLive(false);
    m_live = false; // it is not known any more whether it goes on
}

void AttemptView::showFindings(const QVector<Finding>& findings)
{
    m_cards->setFindings(findings);
    m_log->setFindings(findings);
    showCards();
}

void AttemptView::showCards()
{
    const bool isOver = m_hasRecord && !m_live;
    m_cards->showRecord(m_record, m_folder, isOver);
    const auto& cause = m_cards->cause();
    if (cause && isOver)
        lookForFileOf(*cause);
    const bool hasFailed = isOver && m_record.state == AttemptState::Failed;
    if (cause && (m_record.imported || hasFailed) && m_log->view()->isFollowing()) {
        m_page->verticalScrollBar()->setValue(0);
        m_pageStays = true; // the card says more than its line
        m_log->showLine(cause->stage, cause->line); // its end may say nothing of the failure
    }
    foldCharts();
}

// The log of another machine names files that are not here.
void AttemptView::lookForFileOf(const Finding& cause)
{
    m_log->view()->findFileOf(cause.stage, cause.evidence,
        [this, folder = m_folder, stage = cause.stage, line = cause.line](bool isThere) {
            const auto& now = m_cards->cause();
            if (folder == m_folder && now && now->stage == stage && now->line == line)
                m_cards->setFileThere(isThere);
        });
}

void AttemptView::showSamples(const QVector<Sample>& samples)
{
    if (samples.isEmpty())
        return;
    m_series.append(samples);
    m_steps->addSamples(samples);
    m_vitals->setMeasured(true);
    m_vitals->showSample(samples.last());
    showPeak();
    m_header->showSamples(samples);
    if (m_live)
        m_steps->showSample(samples.last());
    m_chartsAreStale = true;
}

void AttemptView::showSteps(const QVector<ReportedProgress>& progresses)
{
    for (const ReportedProgress& told : progresses) {
        if (tellsOfTheBuild(m_record.plan, told.stage))
            m_stepsChart->addSteps(told.time, told.progress);
    }
    m_chartsAreStale = true;
}

// The last step may have ended after the last sample.
void AttemptView::showPeak()
{
    m_vitals->showPeak(std::max(m_series.peakBuildMemory(), m_record.peakMemory));
    m_memoryChart->setPeak(m_record.peakMemory);
}

void AttemptView::showFailedSteps()
{
    QVector<qint64> times;
    for (const EdgeRecord& step : m_header->failedSteps())
        times << m_record.startedAt.value_or(0) + step.end;
    m_stepsChart->setFailed(times);
    m_chartsAreStale = true;
}

// The disks are asked once, when the attempt is opened.
void AttemptView::askForEarlier()
{
    m_earlierQuery.ask(
        {},
        [number = m_record.number, request = m_record.request, attempts = QFileInfo(m_folder).path()](
            const std::stop_token&) { return earlierSteps(number, request, attempts); },
        [this](const std::optional<StepsOverTime>& earlier) {
            m_stepsChart->setEarlier(earlier);
            redrawCharts();
        });
}

void AttemptView::tick()
{
    const qint64 now = systemClock().wallMilliseconds();
    m_header->tick(now);
    const bool failing = m_header->isFailing();
    m_stages->setFailing(failing);
    if (std::exchange(m_isFailing, failing) != failing)
        foldCharts();
    m_stages->tick(now, m_header->elapsed(now));
    if (m_chartsAreStale)
        redrawCharts();
}

void AttemptView::redrawCharts()
{
    m_chartsAreStale = false;
    m_steps->redraw();
    m_log->setSamples(m_series.samples());
    const qint64 end = std::max(m_steps->end(), m_series.isEmpty() ? 0 : m_series.samples().last().elapsed);
    m_timedCharts.show(end, m_hasRecord && !m_live, withoutValues());
}

// In place of charts without values.
QString AttemptView::withoutValues() const
{
    const bool isShort = !m_series.isEmpty() && m_series.samples().size() <= TimedChart::fewSamples;
    return !m_isRead ? tr("Reading…")
        : m_live     ? tr("Nothing has been measured yet")
        : isShort    ? TimedChart::tooShort()
                     : tr("Nothing was recorded");
}

// A finished attempt has no clock that would redraw. Charts hear of new colours in their own time, so they
// are drawn once all have.
void AttemptView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitDistances();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        QMetaObject::invokeMethod(this, &AttemptView::redrawCharts, Qt::QueuedConnection);
}

void AttemptView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitDistances();
}

// The runner may be busy ending forty compilers: the window does not wait for its answer.
void AttemptView::stop()
{
    m_header->setStopping(true);
    const QString folder = m_folder;
    runInBackground(
        this, [folder] { return stopAttempt(folder); },
        [this, folder](const Result<void>& answer) {
            const QString problem = answer ? QString() : answer.error().message;
            if (!answer && folder == m_folder)
                m_header->showStopProblem(problem);
            emit stopAnswered(folder, problem);
        });
}

void AttemptView::changeJobs(int jobs)
{
    const QString folder = m_folder;
    runInBackground(
        this, [folder, jobs] { return torchmason::changeJobs(folder, jobs); },
        [this, folder](const Result<void>& answer) {
            if (folder == m_folder)
                m_header->showJobsAnswer(answer ? QString() : answer.error().message);
        });
}

void AttemptView::focusSearch()
{
    if (m_howBuilt->isVisible())
        return m_howBuilt->focusSearch();
    m_tabs->setCurrentWidget(m_page);
    m_log->focusSearch();
}

void AttemptView::setRetryPossible(bool possible)
{
    m_cards->setEnabled(possible);
}

void AttemptView::focusFix()
{
    m_tabs->setCurrentWidget(m_page);
    m_focusBefore.reset();
    if (!m_cards->focusFix()) {
        m_focusBefore = window()->focusWidget();
        return;
    }
    QWidget* focus = m_cards->focusWidget();
    if (!focus)
        return;
    m_page->ensureWidgetVisible(focus);
}

// Without an event loop of its own: the attempt may be read again meanwhile.
void AttemptView::askToTakeBack()
{
    auto* dialog = new InstallUndoDialog(installNotePath(m_folder), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    InstallTarget target { m_record.request.install.environment };
    target.takesBack = m_record.number;
    connect(dialog, &QDialog::accepted, this,
        [this, dialog, target] { emit installRequested(target.takesBack, target, dialog->wheels()); });
    dialog->open();
}

void AttemptView::keyPressEvent(QKeyEvent* event)
{
    const bool goesOn = event->modifiers() == Qt::NoModifier && m_cards->isAncestorOf(focusWidget());
    if (event->key() == Qt::Key_Escape && m_timedCharts.isPinned())
        m_timedCharts.pin(std::nullopt);
    else if (goesOn && event->key() == Qt::Key_N)
        m_log->nextFinding();
    else if (goesOn && event->key() == Qt::Key_P)
        m_log->previousFinding();
    else
        QWidget::keyPressEvent(event);
}

// Ninja tells of a step when it ends; where the log does not name it, that time leads to its place.
void AttemptView::showStep(const EdgeRecord& edge)
{
    m_pageStays = false;
    const auto tells = [this](const QString& stage) { return tellsOfTheBuild(m_record.plan, stage); };
    const Sample* sample = m_series.at(edge.end);
    if (sample && !tells(sample->stage))
        sample = nullptr;
    QString stage = sample ? sample->stage : QString();
    for (const StageResult& one : std::as_const(m_record.stages)) {
        if (stage.isEmpty() && !one.logFile.isEmpty() && tells(one.id))
            stage = one.id;
    }
    if (!stage.isEmpty())
        m_log->showStep(stage, edge, sample ? sample->logOffset : 0);
}

void AttemptView::scrubTo(qint64 elapsed)
{
    const Sample* sample = m_series.at(elapsed);
    if (!sample || sample->stage.isEmpty())
        return;
    m_pageStays = true;
    m_log->showOffset(sample->stage, sample->logOffset);
}

// The way back: a place in the log is shown as a moment in the charts. A stage that took less than a second
// may have no sample; its lines are of the moment when it began.
void AttemptView::markLogPlace(const QString& stage, qint64 offset)
{
    if (const Sample* sample = m_series.atLogOffset(stage, offset))
        return markMoment(sample->elapsed);
    const StageResult* result = stageNamed(m_record.stages, stage);
    if (result && result->startedAt && m_record.startedAt && !m_series.atLogOffset(stage, 0))
        markMoment(std::max<qint64>(0, *result->startedAt - *m_record.startedAt));
}

}
