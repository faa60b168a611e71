// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptHeader.h"

#include "ui/panels/AttemptWords.h"
#include "ui/panels/Figure.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/text/StateText.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/IconLabel.h"
#include "ui/widgets/Icons.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int iconSide = 36;

}

AttemptHeader::AttemptHeader(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("attemptHeader"));
    createWidgets();
    layOut();
    clear();
    connect(m_stop, &QPushButton::clicked, this, &AttemptHeader::stopRequested);
}

void AttemptHeader::createWidgets()
{
    m_icon = new IconLabel(iconSide, this);
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("attemptState"));
    m_state->setFont(headlineFont(headlineFont(font())));
    m_profile = new ElidedLabel(this);
    m_profile->setObjectName(QStringLiteral("attemptProfile"));
    m_profile->setElideMode(Qt::ElideRight);
    m_steps = new Figure(tr("steps"), QStringLiteral("9,999 of 9,999"), this);
    m_steps->setObjectName(QStringLiteral("attemptSteps"));
    m_elapsed = new Figure(tr("elapsed"), QStringLiteral("00:00:00"), this);
    m_elapsed->setObjectName(QStringLiteral("attemptElapsed"));
    m_left = new Figure(tr("left"), QStringLiteral("1 h 50 min – 2 h"), this);
    m_left->setObjectName(QStringLiteral("attemptLeft"));
    m_stop = new QPushButton(icon(QStringLiteral("stop")), tr("Stop build"), this);
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_stop->setToolTip(tr("Asks all compilers to end, and ends those that do not listen"));
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("attemptProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setWordWrap(true);
    m_strip = new ProgressStrip(this);
}

void AttemptHeader::layOut()
{
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(m_state);
    names->addWidget(m_profile);
    auto* row = new QHBoxLayout;
    row->setSpacing(spacing::group);
    row->addWidget(m_icon);
    row->addLayout(names, 1);
    row->addWidget(m_steps);
    row->addWidget(m_elapsed);
    row->addWidget(m_left);
    row->addWidget(m_stop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(
        spacing::page, spacing::group - spacing::small, spacing::page, spacing::group - spacing::small);
    layout->setSpacing(spacing::inner);
    layout->addLayout(row);
    layout->addWidget(m_problem);
    layout->addWidget(m_strip);
}

void AttemptHeader::clear()
{
    m_record = {};
    m_progress.reset();
    m_live = m_stopping = false;
    m_readProblem.clear();
    m_stopProblem.clear();
    m_icon->setIcon({});
    m_state->setText(tr("Opening…"));
    m_profile->setText({});
    m_stop->hide();
    m_tone = Tone::Neutral;
    recolour();
    updateProblem();
    updateFigures();
}

void AttemptHeader::showRecord(const AttemptRecord& record, bool live)
{
    m_record = record;
    m_live = live;
    m_readProblem.clear();
    if (!live) {
        m_stopping = false;
        m_stopProblem.clear();
    }
    m_profile->setText(record.request.targets.isEmpty()
            ? tr("%1 · attempt %2").arg(record.request.profileName).arg(record.number)
            : tr("%1 · attempt %2 · target %3")
                  .arg(record.request.profileName)
                  .arg(record.number)
                  .arg(record.request.targets.join(QStringLiteral(", "))));
    updateState();
    updateProblem();
    updateFigures();
}

void AttemptHeader::updateState()
{
    const bool readable = m_readProblem.isEmpty();
    m_state->setText(readable ? headlineOf(m_record, m_stopping) : tr("Cannot be read"));
    m_stop->setVisible(m_live);
    m_stop->setEnabled(m_live && !m_stopping);
    setMark(readable ? markOf(m_record.state) : Mark::Unknown);
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
    m_strip->setTone(m_tone == Tone::Neutral ? Tone::Accent : m_tone);
    update();
}

void AttemptHeader::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
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

// Ninja may also run while installing; where there is a compile stage, only its figures are the build's.
bool AttemptHeader::tellsOfTheBuild(const QString& stage) const
{
    const auto& stages = m_record.plan.stages;
    const auto isCompile = [](const Stage& one) { return one.kind == StageKind::Compile && !one.skipped; };
    return std::none_of(stages.begin(), stages.end(), isCompile)
        || std::any_of(stages.begin(), stages.end(),
            [&](const Stage& one) { return isCompile(one) && one.id == stage; });
}

void AttemptHeader::showProgress(const ToldProgress& told)
{
    if (!tellsOfTheBuild(told.stage))
        return;
    m_progress = told;
    updateFigures();
}

// Whether the stage that told the figures is still at work.
bool AttemptHeader::isCompiling() const
{
    return m_live && m_progress
        && std::any_of(m_record.stages.begin(), m_record.stages.end(), [this](const StageResult& stage) {
               return stage.id == m_progress->stage && stage.state == StageState::Running;
           });
}

int AttemptHeader::percent() const
{
    return m_total > 0 && (isCompiling() || !m_live) ? int(100 * m_done / m_total) : -1;
}

QString AttemptHeader::activity() const
{
    return m_live && !m_stopping && percent() >= 0 ? tr("%1 %2 %").arg(m_state->text()).arg(percent())
                                                   : m_state->text();
}

// Figures of the last progress while it runs, those of the record when it is over.
void AttemptHeader::updateFigures()
{
    m_done = m_progress ? m_progress->progress.done : m_record.edgesDone.value_or(0);
    m_total = m_progress ? m_progress->progress.total : m_record.edgesTotal.value_or(0);
    const QLocale locale;
    m_steps->setText(
        m_total > 0 ? tr("%1 of %2").arg(locale.toString(m_done), locale.toString(m_total)) : QString());
    m_strip->setSteps(m_done, isCompiling() ? m_progress->progress.running : 0, m_total);
    updateLeft();
    if (!m_live)
        m_elapsed->setText(m_record.duration ? formatClock(*m_record.duration) : QString());
}

// What was told runs down by itself until something new is told.
void AttemptHeader::updateLeft()
{
    if (!isCompiling() || m_done >= m_total)
        return m_left->setText({});
    const Milliseconds age(std::max<qint64>(0, m_now - m_progress->time));
    const bool overdue = isOverdue(m_progress->progress, age);
    m_left->setCaption(overdue ? tr("left, longer than expected") : tr("left"));
    m_left->setText(overdue ? tr("unknown") : remainingText(m_progress->progress, age));
}

void AttemptHeader::tick(qint64 wallNow)
{
    m_now = wallNow;
    if (m_live && m_record.startedAt)
        m_elapsed->setText(formatClock(Milliseconds(wallNow - *m_record.startedAt)));
    updateLeft();
}

void AttemptHeader::setStopping(bool stopping)
{
    m_stopping = stopping;
    m_stopProblem.clear();
    updateState();
    updateProblem();
}

void AttemptHeader::showProblem(const QString& sentence)
{
    if (sentence == m_readProblem)
        return;
    m_readProblem = sentence;
    m_live = m_live && sentence.isEmpty();
    updateState();
    updateProblem();
    updateFigures();
}

void AttemptHeader::showStopProblem(const QString& sentence)
{
    setStopping(false);
    m_stopProblem = sentence;
    updateProblem();
}

void AttemptHeader::updateProblem()
{
    const QString& sentence = m_readProblem.isEmpty() ? m_stopProblem : m_readProblem;
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    m_strip->setVisible(m_readProblem.isEmpty() || m_total > 0);
}

}
