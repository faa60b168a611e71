// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MiniView.h"

#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "ui/frame/LiveBuild.h"
#include "ui/models/Settings.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/WrappingRow.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

const QString placeKey = QStringLiteral("window/miniPlace");
constexpr int clockMilliseconds = 1000;
constexpr int askMilliseconds = 4000;
constexpr int iconSide = 20;
constexpr int outcomeSide = 52; // as high as the lines beside it and the margins
constexpr int usualWidth = 720;

// Of a failure its cause, of a success the wheel.
QString outcomeText(const AttemptRecord& record)
{
    return record.firstFinding.isEmpty() && !record.wheels.isEmpty() ? wheelFileName(record.wheels.first())
                                                                     : shownData(record.firstFinding);
}

bool closes(const QKeyEvent& key)
{
    return key.key() == Qt::Key_Escape || key.keyCombination() == (Qt::CTRL | Qt::Key_M);
}

}

MiniView::MiniView(const LiveBuild& build)
    : QWidget(nullptr, Qt::Window | Qt::WindowStaysOnTopHint)
    , m_build(build)
{
    setObjectName(QStringLiteral("miniView"));
    setAttribute(Qt::WA_QuitOnClose, false); // the main window is the program
    setWindowIcon(applicationIcon());
    createWidgets();
    layOut();
    m_clock.setInterval(clockMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &MiniView::refresh);
    connect(&build, &LiveBuild::changed, this, &MiniView::refresh);
    connect(&build, &LiveBuild::measured, this, &MiniView::refresh);
    m_asking.setInterval(askMilliseconds);
    m_asking.setSingleShot(true);
    m_asking.setTimerType(Qt::PreciseTimer); // others may have more left than their interval
    connect(&m_asking, &QTimer::timeout, this, &MiniView::showStop);
    connect(m_stop, &QPushButton::clicked, this, &MiniView::askOrStop);
    connect(m_back, &QPushButton::clicked, this, &QWidget::close);
}

void MiniView::createWidgets()
{
    m_icon = new IconLabel(iconSide, this);
    m_outcome = named(new IconLabel(outcomeSide, this), "miniOutcome");
    m_state = named(new QLabel(this), "miniState");
    m_state->setFont(boldFont(font()));
    m_name = named(new ElidedLabel(this), "miniName");
    m_name->setSecondary(true);
    m_steps = named(new QLabel(this), "miniSteps", tr("Steps done"));
    m_elapsed = named(new QLabel(this), "miniElapsed", tr("Time since the build began"));
    m_left = named(new QLabel(this), "miniLeft", tr("Time left"));
    m_memory = named(new QLabel(this), "miniMemory", tr("Memory of the build"));
    m_problems = named(new QLabel(this), "miniProblems", tr("Messages of tools in all stages so far"));
    m_cause = named(new ElidedLabel(this), "miniCause");
    m_cause->setElideMode(Qt::ElideRight);
    for (QLabel* figure : { m_steps, m_elapsed, m_left, m_memory, m_problems })
        figure->setFont(tabularFont(font()));
    m_stop = pushButton(this, "miniStop", "stop", {}, {});
    m_back = pushButton(this, "miniBack", "eye", tr("Show &window"), tr("Back to the whole window (Esc)"));
    m_strip = new ProgressStrip(this);
}

void MiniView::layOut()
{
    auto* words
        = new WrappingRow(spacing::inner, { m_icon, m_state, m_name, Part::stretch(), m_stop, m_back });
    auto* figures = new WrappingRow(spacing::group, { m_steps, m_elapsed, m_left, m_memory, m_problems });
    auto* lines = columnOf(spacing::inner, { words, m_strip, figures, m_cause, Part::stretch() });
    rowOf(this, { spacing::row, spacing::inner, spacing::row, spacing::inner }, spacing::row,
        { m_outcome, { lines, 1 } });
}

void MiniView::open()
{
    refresh();
    resize(std::max(usualWidth, minimumSizeHint().width()), height());
    fitHeight();
    resize(width(), minimumHeight());
    restorePlace();
    m_clock.start();
    show();
    restorePlace(); // its frame is known now
    raise();
    activateWindow();
    m_back->setFocus();
}

// Where it stood, if that is on a screen yet; else the upper right corner. Screens and letters may have
// another size now: all of it is within the screen.
void MiniView::restorePlace()
{
    const QPoint kept = settings()->value(placeKey, QPoint(-1, -1)).toPoint();
    const QScreen* there = kept == QPoint(-1, -1) ? nullptr : QGuiApplication::screenAt(kept);
    const QRect room = (there ? there : screen())->availableGeometry();
    resize(size().boundedTo(room.size()));
    const QPoint wanted
        = there ? kept : QPoint(room.right() - width() - spacing::page, room.top() + spacing::page);
    const QPoint last = room.bottomRight() - QRect({}, frameGeometry().size()).bottomRight();
    move(std::clamp(wanted.x(), room.left(), std::max(room.left(), last.x())),
        std::clamp(wanted.y(), room.top(), std::max(room.top(), last.y())));
}

void MiniView::refresh()
{
    if (!m_build.state())
        return;
    const AttemptRecord& record = m_build.record();
    const bool live = m_build.isLive();
    const bool fails = live && m_build.activity().isFailing();
    m_icon->setIcon(markIcon(fails ? Mark::Bad : markOf(record)));
    m_strip->setTone(fails ? Tone::Bad : Tone::Accent);
    m_name->setText(record.request.profileName, QStringLiteral(" · ") + tr("attempt %1").arg(record.number));
    for (QWidget* figure :
        std::initializer_list<QWidget*> { m_icon, m_strip, m_steps, m_elapsed, m_left, m_memory, m_stop })
        figure->setVisible(live);
    m_outcome->setVisible(!live);
    showStop();
    showText(m_cause, live ? QString() : outcomeText(record));
    showText(m_problems, live ? m_build.activity().messages() : QString());
    live ? showFigures() : showEnd();
    fitHeight();
    setWindowTitle(tr("%1 — Torchmason").arg(m_state->text()));
}

void MiniView::showFigures()
{
    const AttemptActivity& activity = m_build.activity();
    m_state->setText(activity.words());
    const bool compiles = activity.isCompiling() && !activity.isPreparing();
    const qint64 compilers = compiles ? activity.progress()->progress.running : 0;
    m_strip->setSteps(activity.done(), compilers, 0, activity.total());
    const QLocale locale;
    const bool isCounted = activity.percent() >= 0;
    QString steps
        = tr("%1 of %2 steps").arg(locale.toString(activity.done()), locale.toString(activity.total()));
    if (activity.failed() > 0)
        steps += tr(", %1 failed").arg(locale.toString(activity.failed()));
    showText(m_steps, isCounted ? steps : QString());
    const qint64 now = systemClock().wallMilliseconds();
    const auto elapsed = std::chrono::floor<std::chrono::seconds>(activity.ran(now));
    showText(
        m_elapsed, m_build.record().startedAt ? tr("%1 elapsed").arg(formatDuration(elapsed)) : QString());
    QString left;
    if (compiles && !activity.isStopping() && !activity.isFailing())
        left = remainingText(activity.progress()->progress, activity.sinceTold(now));
    showText(m_left, left.isEmpty() ? QString() : tr("%1 left").arg(left));
    const auto& sample = m_build.sample();
    showText(m_memory,
        sample && sample->buildMemory ? tr("%1 of memory").arg(formatBytes(*sample->buildMemory))
                                      : QString());
}

void MiniView::showStop()
{
    const bool waits = isWaiting(m_build.record());
    if (std::exchange(m_waits, waits) != waits)
        m_asking.stop(); // it was asked about something else
    const bool asks = m_asking.isActive();
    m_stop->setText(asks ? (waits ? tr("Leave the &queue now?") : tr("&Stop now?"))
            : waits      ? tr("Leave the &queue")
                         : tr("&Stop build"));
    m_stop->setToolTip(asks
            ? (waits ? tr("Press again to leave the queue") : tr("Press again to stop the build"))
            : stopHelp(waits));
    m_stop->setEnabled(!m_build.activity().isStopping());
}

// It lies above what the user works with: a slip of the mouse, or a double click, costs no step that runs.
void MiniView::askOrStop()
{
    const bool asks = m_asking.isActive();
    if (asks && m_asking.interval() - m_asking.remainingTime() < QApplication::doubleClickInterval())
        return;
    asks ? m_asking.stop() : m_asking.start();
    showStop();
    if (asks)
        emit stopRequested();
}

void MiniView::showEnd()
{
    m_clock.stop();
    m_asking.stop();
    const AttemptRecord& record = m_build.record();
    m_outcome->setIcon(markIcon(markOf(record)));
    m_outcome->setAccessibleName(stateWord(record));
    m_state->setText(record.duration
            ? tr("%1 after %2").arg(stateWord(record), formatDuration(*record.duration))
            : stateWord(record));
    fitHeight();
    resize(width(), minimumHeight());
}

// Its figures go on in a second line where they are too wide for one.
void MiniView::fitHeight()
{
    setMinimumHeight(layout()->totalHeightForWidth(width()));
}

// Ctrl+M is a key of the main window's menu, too, which would take it.
bool MiniView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && closes(*static_cast<QKeyEvent*>(event)))
        event->accept();
    return QWidget::event(event);
}

void MiniView::keyPressEvent(QKeyEvent* event)
{
    if (closes(*event))
        close();
    else
        QWidget::keyPressEvent(event);
}

void MiniView::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    emit backRequested();
}

void MiniView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

void MiniView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
    m_asking.stop();
    settings()->setValue(placeKey, pos());
}

}
