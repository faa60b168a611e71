// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptHeader.h"

#include "core/history/FixOutcome.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/panels/HeaderLines.h"
#include "ui/panels/JobsField.h"
#include "ui/panels/MessageCount.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int iconSide = 36;
constexpr int sourceSide = 16;
constexpr qint64 manySteps = 9999;

QString stepsOf(qint64 done, qint64 total)
{
    const QLocale locale;
    return AttemptHeader::tr("%1 of %2").arg(locale.toString(done), locale.toString(total));
}

QString longRemaining()
{
    BuildProgress progress;
    progress.remainingLow = std::chrono::minutes(110);
    progress.remainingHigh = std::chrono::minutes(140);
    return remainingText(progress, {});
}

}

AttemptHeader::AttemptHeader(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("attemptHeader"));
    createWidgets();
    layOut();
    clear();
    connect(m_stop, &QPushButton::clicked, this, &AttemptHeader::stopRequested);
    connect(m_mini, &QToolButton::clicked, this, &AttemptHeader::miniRequested);
    connect(m_messages, &MessageCount::logWanted, this,
        [this] { emit messagesRequested(m_activity.stageOfMessages()); });
    connect(m_showFailed, &QPushButton::clicked, this,
        [this] { emit stepRequested(m_activity.firstFailed().value_or(EdgeRecord())); });
    connect(m_jobs, &JobsField::jobsWanted, this, [this](int jobs) {
        m_answerProblem.clear();
        updateProblem();
        emit jobsRequested(jobs);
    });
}

AttemptHeader::~AttemptHeader() = default;

void AttemptHeader::createWidgets()
{
    m_icon = new IconLabel(iconSide, this);
    m_state = named(new QLabel(this), "attemptState");
    m_state->setFont(headlineFont(headlineFont(font())));
    m_state->setMinimumHeight(heightWithAccents(m_state->fontMetrics()));
    m_words = new QWidget(this);
    m_source = named(new IconLabel(sourceSide, this), "attemptSource");
    m_profile = named(new ElidedLabel(this), "attemptProfile");
    // What follows stands beside it, as high as it is: else their words are not on one line.
    m_profile->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_messages = new MessageCount(this);
    m_words->setMinimumHeight(m_messages->largest().height()); // also without them
    m_steps = named(new CaptionedValue(tr("steps"), stepsOf(manySteps, manySteps), this), "attemptSteps");
    const QString longest = formatDuration(std::chrono::minutes(23 * 60 + 59));
    m_elapsed = named(new CaptionedValue(tr("elapsed"), longest, this), "attemptElapsed");
    m_left = named(new CaptionedValue(tr("left"), longRemaining(), this), "attemptLeft");
    m_jobs = new JobsField(this);
    m_jobsCaption = new QLabel(tr("&Jobs"), this);
    m_jobsCaption->setBuddy(m_jobs);
    m_stop = pushButton(this, "stopButton", "stop", stopWord(false), stopHelp(false));
    m_mini = toolButton(this, "miniButton", "mini", tr("Small view above other windows (Ctrl+M)"));
    m_problem = plainText(this, "attemptProblem");
    m_failing = named(new ElidedLabel(this), "attemptFailing");
    m_failing->setElideMode(Qt::ElideRight);
    m_failing->setContentsMargins(visualMargins({ spacing::group, 0, 0, 0 }, *this));
    m_failing->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // it has what the state leaves
    m_failing->setMinimumWidth(1);
    m_showFailed = pushButton(this, "attemptShowFailed", "eye", tr("Show the error"),
        tr("Goes to the step that failed in the log"));
    m_strip = new ProgressStrip(this);
}

void AttemptHeader::layOut()
{
    rowOf(m_words, {}, spacing::group,
        { rowOf(spacing::inner, { m_source, m_profile }), m_messages, Part::stretch() });
    m_lines = std::make_unique<HeaderLines>(*this,
        HeaderParts { m_icon, m_state, m_failing, m_words, m_steps, m_elapsed, m_left, m_showFailed,
            m_jobsCaption, m_jobs, m_stop, m_mini });
    columnOf(this, {}, 0, { m_lines->first(), m_problem, m_strip });
    setDense(false);
}

void AttemptHeader::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitPlaces();
}

// Words have changed, and with them the room that they need.
bool AttemptHeader::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitPlaces();
    return QFrame::event(event);
}

void AttemptHeader::fitPlaces()
{
    if (!layout()) // it is not laid out yet
        return;
    m_mini->setFixedHeight(m_stop->sizeHint().height()); // they stand side by side
    m_lines->fit(room());
    const bool isBelowState = m_words->isHidden() || m_lines->areWordsBeside();
    const int indent = isBelowState ? m_icon->minimumWidth() + m_lines->first()->spacing() : 0;
    if (m_problem->indent() != indent) // what is set asks for a layout
        m_problem->setIndent(indent);
}

HeaderRoom AttemptHeader::room() const
{
    if (!m_isOpening && !m_activity.isLive())
        return { false, m_hasRun, 0, 0 };
    if (!m_isOpening && isWaiting(m_activity.record()))
        return {}; // whose page is another one when it begins
    int state = 0;
    for (const QString& words : m_activity.possibleWords())
        state = std::max(state, m_state->fontMetrics().horizontalAdvance(words));
    const int now = m_messages->isHidden() ? -m_words->layout()->spacing() : m_messages->sizeHint().width();
    // The name is not known yet, either: it is taken to be as long as a usual one.
    const int name = m_isOpening
        ? m_profile->fontMetrics().horizontalAdvance(QStringLiteral("RTX 50 · Linux · attempt 10"))
        : 0;
    return { true, false, std::max(0, state - m_state->fontMetrics().horizontalAdvance(m_state->text())),
        name + std::max(0, m_messages->largest().width() - now) };
}

void AttemptHeader::setDense(bool dense)
{
    const int edge = dense ? spacing::small : spacing::group - spacing::small;
    layout()->setContentsMargins(spacing::page, edge, spacing::page, edge);
    layout()->setSpacing(dense ? spacing::small : spacing::inner);
}

void AttemptHeader::clear()
{
    m_activity = {};
    m_isOpening = true;
    m_hasRun = false;
    m_gate.reset();
    m_jobs->forget();
    m_stopping = false;
    m_readProblem.clear();
    m_isGone = false;
    m_answerProblem.clear();
    m_icon->setIcon({});
    m_state->setText(tr("Opening…"));
    m_profile->setText({});
    m_source->hide();
    m_words->show();
    m_messages->clear();
    m_stop->hide();
    m_mini->hide();
    m_tone = Tone::Neutral;
    recolour();
    updateFigures();
    updateJobs();
}

void AttemptHeader::showRecord(const AttemptRecord& record, bool live)
{
    m_activity.setRecord(record, live);
    m_isOpening = false;
    m_hasRun = m_hasRun || live;
    m_readProblem.clear();
    m_isGone = false;
    if (!live) {
        m_stopping = false;
        m_answerProblem.clear();
    }
    QStringList parts { tr("attempt %1").arg(record.number) };
    if (const auto& before = record.request.continuesAttempt)
        parts << tr("continues attempt %1").arg(*before);
    if (!record.request.targets.isEmpty())
        parts << tr("target %1").arg(record.request.targets.join(QStringLiteral(", ")));
    const QString between = QStringLiteral(" · ");
    m_profile->setText(record.request.profileName, between + parts.join(between));
    showSource(record);
    updateState();
    updateFigures();
    updateJobs();
}

// A mark alone beside the name, which may be long; its words are told with the name.
void AttemptHeader::showSource(const AttemptRecord& record)
{
    const auto source = sourceOf(record);
    m_source->setVisible(source.has_value());
    if (!source)
        return;
    m_source->setIcon(icon(QLatin1String(source->icon)));
    m_source->setToolTip(source->words);
    const QString whole = m_profile->text() + QStringLiteral(" · ") + source->words;
    m_profile->setToolTip(tipText(whole));
    m_profile->setAccessibleName(whole);
}

void AttemptHeader::showSamples(const QVector<Sample>& samples)
{
    m_activity.addSamples(samples);
    m_gate = samples.last().gate;
    updateFigures();
    updateJobs();
}

void AttemptHeader::updateJobs()
{
    const bool canChange = m_gate && m_activity.isLive();
    m_jobs->setVisible(canChange);
    fitPlaces();
    m_jobs->setEnabled(canChange && !m_stopping);
    if (canChange)
        m_jobs->showJobs(m_gate->jobs);
}

void AttemptHeader::showJobsAnswer(const QString& problem)
{
    m_jobs->showAnswer(problem.isEmpty());
    m_answerProblem = problem;
    updateProblem();
    updateJobs();
}

bool AttemptHeader::isFailing() const
{
    return m_activity.isFailing() && !m_stopping && isTold();
}

void AttemptHeader::setReading(bool reading)
{
    if (std::exchange(m_isReading, reading) == reading || m_isOpening)
        return;
    updateState();
    updateFigures();
}

// What is done, and whether a step has failed, is a moment of the past before all is read. How one ended, and
// for what one waits, its record says.
bool AttemptHeader::isTold() const
{
    return !m_isReading || !m_activity.isLive() || isWaiting(m_activity.record());
}

void AttemptHeader::updateState()
{
    const bool readable = m_readProblem.isEmpty();
    const bool stops = m_stopping || m_activity.isStopping();
    const bool fails = isFailing();
    const bool prepares = m_activity.isPreparing() && !stops;
    m_state->setText(m_isGone   ? tr("This attempt is not there any more")
            : !readable         ? tr("This attempt cannot be read")
            : !isTold()         ? tr("Opening…")
            : fails || prepares ? m_activity.headline()
                                : headlineOf(m_activity.record(), stops));
    m_messages->showCount(isTold() ? m_activity : AttemptActivity());
    m_words->setVisible(readable || !m_profile->text().isEmpty()); // an empty line pushes the headline up
    const bool waits = isWaiting(m_activity.record());
    m_stop->setText(stopWord(waits));
    m_stop->setToolTip(stopHelp(waits));
    m_stop->setVisible(m_activity.isLive());
    m_mini->setVisible(m_activity.isLive());
    m_stop->setEnabled(m_activity.isLive() && !stops);
    if (readable && !isTold())
        return;
    const bool hasFailed = fails || (m_activity.isLive() && !failedStage(m_activity.record()).isEmpty());
    setMark(!readable ? Mark::Unknown : hasFailed ? Mark::Bad : markOf(m_activity.record()));
}

void AttemptHeader::setMark(Mark mark)
{
    m_icon->setIcon(markIcon(mark));
    m_tone = toneOf(mark);
    recolour();
}

void AttemptHeader::recolour()
{
    const bool quiet = m_tone == Tone::Accent || m_tone == Tone::Neutral;
    QPalette own; // one colour of its own at most; all others come from the parent
    if (!quiet)
        own.setColor(QPalette::WindowText, toneColour(m_tone, QGuiApplication::palette()));
    m_state->setPalette(own);
    QPalette quietWords; // also where there are none to show
    for (const auto group : { QPalette::Active, QPalette::Inactive, QPalette::Disabled })
        quietWords.setColor(
            group, QPalette::ButtonText, toneColour(Tone::Neutral, QGuiApplication::palette()));
    m_messages->setPalette(quietWords);
    // Blue is what runs.
    m_strip->setTone(m_tone == Tone::Neutral && m_activity.isLive() ? Tone::Accent : m_tone);
    update();
}

void AttemptHeader::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (m_strip && event->type() == QEvent::FontChange)
        fitPlaces();
    // The first palette change comes before there are any parts.
    if (m_strip
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange))
        recolour();
}

void AttemptHeader::paintEvent(QPaintEvent*)
{
    const bool quiet = m_tone == Tone::Accent || m_tone == Tone::Neutral;
    QPainter(this).fillRect(
        rect(), quiet ? palette().color(QPalette::Window) : toneBackground(m_tone, palette()));
}

void AttemptHeader::showProgress(const ReportedProgress& told)
{
    const bool prepared = m_activity.isPreparing();
    m_activity.setProgress(told);
    if (m_activity.isPreparing() != prepared)
        updateState();
    updateFigures();
}

void AttemptHeader::showSteps(const QVector<EdgeRecord>& edges)
{
    m_activity.addSteps(edges);
    updateState();
    updateFigures();
}

void AttemptHeader::showEvents(const QVector<AttemptEvent>& events)
{
    m_activity.addEvents(events);
    updateState();
    updateFigures();
}

void AttemptHeader::setStepsBefore(const StepsBefore& steps)
{
    m_activity.setStepsBefore(steps);
    updateFigures();
}

// Ninja counts those as running that wait in the gate.
qint64 AttemptHeader::running() const
{
    if (!m_activity.isCompiling() || m_activity.isFindingCause())
        return 0;
    return m_gate ? m_gate->running : m_activity.progress()->progress.running;
}

void AttemptHeader::updateFigures()
{
    const qint64 done = m_activity.done();
    const qint64 total = isTold() ? m_activity.total() : 0;
    const bool nothingToDo = m_activity.foundAllBuilt();
    m_steps->setText(total > 0 ? stepsOf(done, total) : nothingToDo ? tr("none") : QString());
    const int failed = isTold() ? m_activity.failed() : 0;
    m_steps->setCaption(failed > 0      ? tr("steps, %1 failed").arg(QLocale().toString(failed))
            : total == 0 && nothingToDo ? tr("steps to do")
                                        : tr("steps"));
    const bool compiles = m_activity.isCompiling();
    m_strip->setSteps(done, running(), compiles && m_gate ? m_gate->heldBackCount : 0, total);
    m_strip->setAllBuilt(nothingToDo);
    updateLeft();
    updateProblem();
    const auto& duration = m_activity.record().duration;
    if (!m_activity.isLive())
        m_elapsed->setText(duration ? formatDuration(*duration) : QString());
}

// What was told runs down by itself until something new is told.
void AttemptHeader::updateLeft()
{
    const bool stops = m_stopping || m_activity.isStopping();
    if (!isTold() || !m_activity.isCompiling() || stops || m_activity.isFailing()
        || m_activity.done() >= m_activity.total()) {
        m_strip->setReason({});
        return m_left->setText({});
    }
    const ReportedProgress& told = *m_activity.progress();
    const Milliseconds age = m_activity.sinceTold(m_now);
    const bool overdue = isOverdue(told.progress, age);
    m_left->setCaption(overdue ? tr("left, longer than expected") : tr("left"));
    m_left->setText(overdue ? tr("unknown") : remainingText(told.progress, age));
    m_left->setToolTip(tipText(told.progress.reason));
    m_strip->setReason(told.progress.reason);
}

void AttemptHeader::tick(qint64 wallNow)
{
    m_now = wallNow;
    if (m_activity.isLive() && m_activity.record().startedAt)
        m_elapsed->setText(formatDuration(std::chrono::floor<std::chrono::seconds>(elapsed(wallNow))));
    updateLeft();
}

// The samples that are read first are of a moment in the past.
Milliseconds AttemptHeader::elapsed(qint64 wallNow) const
{
    return m_isReading ? RunningTime().at(wallNow, m_activity.record().startedAt) : m_activity.ran(wallNow);
}

void AttemptHeader::setStopping(bool stopping)
{
    m_stopping = stopping;
    m_answerProblem.clear();
    updateState();
    updateLeft();
    updateProblem();
}

void AttemptHeader::showProblem(const QString& sentence, bool isGone)
{
    if (sentence == m_readProblem)
        return;
    m_readProblem = sentence;
    m_isGone = isGone;
    if (!sentence.isEmpty()) {
        m_activity.lose();
        m_isOpening = false;
    }
    updateState();
    updateFigures();
}

void AttemptHeader::showStopProblem(const QString& sentence)
{
    setStopping(false);
    m_answerProblem = sentence;
    updateProblem();
}

// Ninja starts no more steps then, and waits for those that run. What the headline says may be left out.
QStringList AttemptHeader::failingTexts() const
{
    if (!isFailing())
        return {};
    const QString name = QFileInfo(m_activity.firstFailed()->output).fileName();
    const QString least = tr("%1 failed.").arg(name);
    if (m_activity.isFindingCause())
        return { tr("%1 failed. Its cause is being looked for in the log.").arg(name), least };
    return { tr("%1 failed. The build ends when what still runs has ended.").arg(name),
        tr("%1 failed. Other steps still run.").arg(name), least };
}

void AttemptHeader::updateProblem()
{
    showText(m_problem, m_readProblem.isEmpty() ? m_answerProblem : m_readProblem);
    const QStringList failing = failingTexts();
    showText(m_failing, failing.value(0));
    m_failing->setShorter(failing.mid(1));
    m_showFailed->setVisible(isFailing());
    // A log from elsewhere may count nothing, and an empty one is no sign of success.
    const bool isUncounted = !m_readProblem.isEmpty() || isOfLog(m_activity.record())
        || (m_activity.record().state == AttemptState::Succeeded && !m_activity.foundAllBuilt());
    m_strip->setVisible(!isUncounted || m_activity.total() > 0);
}

}
