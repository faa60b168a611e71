// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptHeader.h"

#include "ui/panels/AttemptWords.h"
#include "ui/panels/Figure.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/text/StateText.h"
#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace torchmason {

namespace {

constexpr int iconSide = 36;

}

AttemptHeader::AttemptHeader(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("attemptHeader"));
    setAutoFillBackground(true);
    createWidgets();
    layOut();
    clear();
    connect(m_stop, &QPushButton::clicked, this, &AttemptHeader::stopRequested);
}

void AttemptHeader::createWidgets()
{
    m_icon = new QLabel(this);
    m_icon->setFixedSize(iconSide, iconSide);
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
    m_left = new Figure(tr("left"), QStringLiteral("1 h 50 min"), this);
    m_left->setObjectName(QStringLiteral("attemptLeft"));
    m_stop = new QPushButton(icon(QStringLiteral("stop")), tr("Stop build"), this);
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_stop->setToolTip(tr("Asks all compilers to end, and ends those that do not listen"));
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("stopProblem"));
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
    layout->setContentsMargins(spacing::page, spacing::group - spacing::small, spacing::page, spacing::group - spacing::small);
    layout->setSpacing(spacing::inner);
    layout->addLayout(row);
    layout->addWidget(m_problem);
    layout->addWidget(m_strip);
}

void AttemptHeader::clear()
{
    m_record = {};
    m_progress.reset();
    m_percent = -1;
    m_live = m_stopping = false;
    m_state->setText(tr("Opening…"));
    m_profile->setText({});
    m_problem->hide();
    m_stop->hide();
    m_icon->setPixmap({});
    updateFigures();
}

void AttemptHeader::showRecord(const AttemptRecord& record, bool live)
{
    m_record = record;
    m_live = live;
    const Mark mark = markOf(record.state);
    m_icon->setPixmap(markIcon(mark).pixmap(iconSide, iconSide));
    m_state->setText(headlineOf(record, m_stopping));
    m_profile->setText(record.request.targets.isEmpty()
            ? tr("%1 · attempt %2").arg(record.request.profileName).arg(record.number)
            : tr("%1 · attempt %2 · target %3")
                  .arg(record.request.profileName)
                  .arg(record.number)
                  .arg(record.request.targets.join(QStringLiteral(", "))));
    m_stop->setVisible(live);
    m_stop->setEnabled(live && !m_stopping);
    if (!live)
        m_problem->hide();
    updateTone(record.state);
    updateFigures();
}

void AttemptHeader::updateTone(AttemptState state)
{
    const Tone tone = toneOf(markOf(state));
    const bool quiet = tone == Tone::Accent || tone == Tone::Neutral;
    QPalette colours;
    if (!quiet)
        colours.setColor(QPalette::Window, toneBackground(tone, palette()));
    setPalette(quiet ? QPalette() : colours);
    QPalette text = m_state->palette();
    text.setColor(QPalette::WindowText, quiet ? palette().color(QPalette::WindowText) : toneColour(tone, palette()));
    m_state->setPalette(text);
    m_strip->setTone(tone == Tone::Neutral ? Tone::Accent : tone);
}

void AttemptHeader::showProgress(const BuildProgress& progress)
{
    m_progress = progress;
    updateFigures();
}

// Figures of the last progress while it runs, those of the record when it is over.
void AttemptHeader::updateFigures()
{
    const qint64 done = m_progress ? m_progress->done : m_record.edgesDone.value_or(0);
    const qint64 total = m_progress ? m_progress->total : m_record.edgesTotal.value_or(0);
    m_percent = total > 0 ? int(100 * done / total) : -1;
    const QLocale locale;
    m_steps->setText(total > 0 ? tr("%1 of %2").arg(locale.toString(done), locale.toString(total)) : QString());
    m_strip->setSteps(done, m_live && m_progress ? m_progress->running : 0, total);
    m_left->setText(m_live && m_progress ? remainingText(*m_progress) : QString());
    if (!m_live)
        m_elapsed->setText(m_record.duration ? formatClock(*m_record.duration) : QString());
}

void AttemptHeader::tick(qint64 wallNow)
{
    if (m_live && m_record.startedAt)
        m_elapsed->setText(formatClock(Milliseconds(wallNow - *m_record.startedAt)));
}

void AttemptHeader::setStopping(bool stopping)
{
    m_stopping = stopping;
    m_stop->setEnabled(m_live && !stopping);
    m_state->setText(headlineOf(m_record, m_stopping));
    m_problem->hide();
}

void AttemptHeader::showProblem(const QString& sentence)
{
    if (sentence.isEmpty())
        return;
    m_state->setText(tr("Cannot be read"));
    m_problem->setText(sentence);
    m_problem->show();
}

void AttemptHeader::showStopProblem(const QString& sentence)
{
    setStopping(false);
    m_problem->setText(sentence);
    m_problem->show();
}

}
