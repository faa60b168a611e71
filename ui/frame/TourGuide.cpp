// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/TourGuide.h"

#include "core/fixes/FixPreparation.h"
#include "core/history/FixOutcome.h"
#include "ui/frame/LiveBuild.h"
#include "ui/models/Settings.h"

#include <QAccessible>
#include <QLayout>
#include <QPushButton>

#include <algorithm>

namespace torchmason {

namespace {

const auto overKey = QStringLiteral("tour/over");
const auto keptKey = QStringLiteral("tour/kept"); // the first attempt's folder, its profile, what failed

}

TourGuide::TourGuide(const LiveBuild& build, QWidget* parent)
    : Banner(parent)
    , m_build(build)
{
    setObjectName(QStringLiteral("tourGuide"));
    m_fix = addButton(tr("&Go to the fix"), QStringLiteral("tourFix"),
        tr("Moves the keyboard focus to the first fix; Return applies it"));
    m_compare = addButton(
        tr("&Compare them"), QStringLiteral("tourCompare"), tr("Shows both attempts side by side"));
    m_own = addButton(
        tr("&Build my own"), QStringLiteral("tourOwnBuild"), tr("Opens a new build at its first step"));
    m_leave = addButton(tr("&Leave the tour"), QStringLiteral("tourLeave"),
        tr("Attempts stay; the Help menu starts it again"));
    connect(m_fix, &QPushButton::clicked, this, &TourGuide::fixWanted);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const int mended = m_build.number();
        const int failed = m_failed;
        leave();
        emit comparisonWanted(failed, mended);
        sayFarewell();
    });
    connect(m_own, &QPushButton::clicked, this, [this] {
        leave();
        emit ownBuildWanted();
    });
    connect(m_leave, &QPushButton::clicked, this, &TourGuide::leave);
    hide();
    const QStringList kept = settings()->value(keptKey).toStringList();
    settings()->remove(keptKey);
    m_folder = kept.value(0);
    m_profile = kept.value(1);
    m_failed = kept.value(2).toInt();
}

void TourGuide::keep() const
{
    if (!m_folder.isEmpty())
        settings()->setValue(keptKey, QStringList { m_folder, m_profile, QString::number(m_failed) });
}

bool TourGuide::isOver()
{
    return settings()->value(overKey, false).toBool();
}

void TourGuide::begin(const QString& folder)
{
    m_folder = folder;
    m_profile.clear();
    m_failed = 0;
    m_isHere = false;
}

void TourGuide::leave()
{
    m_folder.clear();
    hide();
    settings()->setValue(overKey, true);
}

void TourGuide::refresh(bool onScreen)
{
    if (m_folder.isEmpty())
        return;
    if (m_build.state())
        showStep();
    setVisible(onScreen && m_isHere && !m_folder.isEmpty());
}

void TourGuide::goOn()
{
    if (m_folder.isEmpty())
        hide();
}

// A build of another profile: the user has left the tour.
void TourGuide::showStep()
{
    const AttemptRecord& record = m_build.record();
    if (m_build.folder() == m_folder)
        m_profile = record.request.profileId;
    if (m_profile.isEmpty())
        return; // its first attempt waits for the build that is shown
    if (record.request.profileId != m_profile)
        return leave();
    if (m_build.isLive())
        return say(m_failed > 0 ? Sentence::FixIsTried : Sentence::FailsOnPurpose);
    showEnd(record);
}

void TourGuide::showEnd(const AttemptRecord& record)
{
    if (record.state == AttemptState::Failed && failedStage(record) == QLatin1String("compile")) {
        m_failed = record.number;
        if (m_isStarting)
            return say(Sentence::LooksFirst);
        return standingAnswer(record.request) ? say(Sentence::FixDidNotHelp) : say(Sentence::Failed, m_fix);
    }
    if (record.state == AttemptState::Failed)
        return say(Sentence::NotPlanned);
    if (record.state != AttemptState::Succeeded)
        return say(m_failed > 0 ? Sentence::FixWasStopped : Sentence::WasStopped);
    if (m_failed > 0)
        return say(Sentence::Helped, m_compare);
    leave(); // there is nothing to mend
}

void TourGuide::sayFarewell()
{
    say(Sentence::Farewell, m_own);
    m_leave->setText(tr("&Close"));
    show();
}

QString TourGuide::words(Sentence sentence)
{
    switch (sentence) {
    case Sentence::FailsOnPurpose:
        return tr("The tour, 1 of 3: this build fails on purpose, to show what happens then. The steps and "
                  "the log show how far it is, \"Charts\" what it uses.");
    case Sentence::WasStopped:
        return tr("The tour, 1 of 3: it was stopped before it could fail. \"Continue\" on the card under "
                  "\"Progress and log\" goes on with it.");
    case Sentence::Failed:
        return tr("The tour, 2 of 3: it failed. The card under \"Progress and log\" says why, and what "
                  "helps. Press \"Apply and try again\" beside the fix.");
    case Sentence::LooksFirst:
        return tr("The tour, 2 of 3: the machine and the folders are looked at before the next attempt "
                  "starts.");
    case Sentence::FixIsTried:
        return tr("The tour, 2 of 3: the fix is being tried. Only what it changes is built again.");
    case Sentence::FixDidNotHelp:
        return tr(
            "The tour, 2 of 3: it failed again, so the fix did not help. Another one may be on the card "
            "under \"Progress and log\"; \"Take the tour\" in the Help menu begins again.");
    case Sentence::FixWasStopped:
        return tr("The tour, 2 of 3: it was stopped. \"Continue\" on the card under \"Progress and log\" "
                  "goes on with it.");
    case Sentence::NotPlanned:
        return tr("The tour: this was not planned. The card under \"Progress and log\" says what happened; "
                  "\"Try again\" on it goes on with the tour.");
    case Sentence::Helped:
        return tr("The tour, 3 of 3: the fix helped. See what is different between the two attempts.");
    case Sentence::Farewell:
        break;
    }
    return tr("That was the tour: a failure, its fix, and what the fix changed. All attempts stay in the "
              "history. Now a build of your own?");
}

// As high as the longest sentence needs beside the widest button: the page below stays where it is.
void TourGuide::keepRoom()
{
    const int button
        = std::max({ m_fix->sizeHint().width(), m_compare->sizeHint().width(), m_own->sizeHint().width() });
    const QMargins margins = layout()->contentsMargins();
    const int icon = fontMetrics().height();
    const int others = icon + button + m_leave->sizeHint().width() + 3 * layout()->spacing();
    const QRect room(0, 0, width() - margins.left() - margins.right() - others, QWIDGETSIZE_MAX);
    int height = 0;
    for (int sentence = 0; sentence <= int(Sentence::Farewell); ++sentence)
        height = std::max(
            height, fontMetrics().boundingRect(room, Qt::TextWordWrap, words(Sentence(sentence))).height());
    setMinimumHeight(margins.top() + height + margins.bottom());
}

void TourGuide::resizeEvent(QResizeEvent* event)
{
    Banner::resizeEvent(event);
    keepRoom();
}

void TourGuide::changeEvent(QEvent* event)
{
    Banner::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_leave)
        keepRoom();
}

void TourGuide::say(Sentence sentence, QPushButton* button)
{
    const QString text = words(sentence);
    m_fix->setVisible(button == m_fix);
    m_compare->setVisible(button == m_compare);
    m_own->setVisible(button == m_own);
    m_leave->setText(tr("&Leave the tour"));
    m_isHere = true;
    if (text == this->text())
        return;
    setMessage(Tone::Accent, text);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}
