// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptSettings.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/LiveBanner.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/SettingsPage.h"
#include "ui/frame/TourGuide.h"
#include "ui/frame/TrayEntry.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

#include <QAction>
#include <QStackedWidget>

#include <utility>

// Attempts in the window: which one is shown where, what follows from one, and what the frame says of them.
namespace torchmason {

AttemptPage* MainWindow::shownPage() const
{
    const QWidget* shown = m_places->currentWidget();
    if (shown == m_build && !m_build->showsWizard())
        return m_build->attemptPage();
    return m_history && shown == m_history && !m_history->showsList() ? m_history->attemptPage() : nullptr;
}

// The build that runs or ran last is at its own place; all others are visits.
void MainWindow::openAttempt(const QString& folder)
{
    if (shownPage() && shownPage()->folder() == folder)
        return;
    if (folder == m_live.folder())
        return showInBuild(folder);
    visitAttempt(folder);
}

// What was opened in the history has its way back there, also where it is the build that runs.
void MainWindow::visitAttempt(const QString& folder)
{
    withdrawTour(); // there is one now
    openPlace(NavigationBar::History);
    m_history->showAttempt(folder);
}

void MainWindow::showInBuild(const QString& folder)
{
    withdrawTour();
    openPlace(NavigationBar::Build);
    m_build->showAttempt(folder);
}

void MainWindow::connectAttempt(AttemptPage* page)
{
    const AttemptView* view = &page->view();
    connect(view, &AttemptView::retryRequested, this,
        [this, view](int number, const QVector<Fix>& fixes) { retryBuild(*view, number, fixes); });
    connect(view, &AttemptView::installRequested, this,
        [this, view](int number, const InstallTarget& target, const QString& wheels) {
            installWheel(*view, number, target, wheels);
        });
    connect(view, &AttemptView::stopAnswered, this, [this](const QString& folder, const QString& problem) {
        if (folder == m_stopped)
            stopAnswered(problem);
    });
    connect(view, &AttemptView::miniRequested, this, &MainWindow::openMini);
    connect(view, &AttemptView::settingsWanted, this, &MainWindow::takeSettings);
    connect(view, &AttemptView::attemptWanted, this, &MainWindow::openAttempt);
    connect(&m_starter, &BuildStarter::startingChanged, page, &AttemptPage::setStarting);
}

// The rail and the menu. Asked for once more, a place shows its beginning.
void MainWindow::showPlace(NavigationBar::Place place)
{
    if (place == NavigationBar::Build)
        return showBuild();
    if (place == NavigationBar::Help)
        return openHelp();
    const bool wasHere = m_places->currentWidget() == m_made[place];
    openPlace(place);
    if (place != NavigationBar::History || !wasHere)
        return;
    m_history->showList();
    m_history->list().leaveComparison();
}

void MainWindow::showBuild()
{
    if (leadsToLive() && m_build->shownAttempt() != m_live.folder())
        return showInBuild(m_live.folder());
    openPlace(NavigationBar::Build);
}

// Whether the rail's button goes to the build that runs, or whose end nobody has seen; it tells of no other.
// How another one ended at its place stays there until it was seen.
bool MainWindow::leadsToLive() const
{
    const QString there = m_build->shownAttempt();
    if (m_live.isLive())
        return !m_build->shownEnd() || there == m_endSeen;
    return there.isEmpty() ? m_banner->offersBuild() : there == m_live.folder();
}

void MainWindow::newBuild()
{
    openPlace(NavigationBar::Build);
    m_build->showWizard();
}

// Nothing changes without being seen.
void MainWindow::showDraft()
{
    if (!showsDraft()) // else the keyboard stays where it is
        newBuild();
}

bool MainWindow::showsDraft() const
{
    const QWidget* shown = m_places->currentWidget();
    return (shown == m_build && m_build->showsWizard()) || shown == m_made[NavigationBar::Profiles]
        || shown == m_made[NavigationBar::Machine];
}

void MainWindow::beginNewBuild()
{
    newBuild();
    m_build->wizard().begin();
}

void MainWindow::retryBuild(const AttemptView& view, int number, const QVector<Fix>& fixes)
{
    if (m_starter.isStarting())
        return;
    // The one that failed may still be writing its end; this one follows it without a question.
    const bool isEnding = m_live.isLive() && m_live.record().number == number;
    const QString name = view.profileName();
    const auto queue = isEnding ? std::optional(true) : queues(view.buildFolder());
    if (!queue || m_starter.isStarting())
        return;
    m_startsQueued = *queue && !isEnding;
    m_startsDraft = false;
    m_startingName = name;
    m_starter.retry(number, *queue, fixes);
}

void MainWindow::keepFix(const FixedAttempt& fixed)
{
    const auto& draft = m_draft->request();
    if (!draft)
        return;
    const BuildRequest& before = fixed.again.request;
    const auto edits = withFixOf(before, fixed.request, m_draft->edits(), *draft, m_draft->catalogue());
    if (!edits)
        return;
    const int number = fixed.request.continuesAttempt.value_or(0);
    m_draft->change(tr("fix for attempt %1").arg(number), *edits);
    m_build->wizard().tell(Tone::Neutral,
        tr("What the fix for attempt %1 changed is set here as well. Undo (Ctrl+Z) takes that back.")
            .arg(number));
}

// It takes seconds and little memory, so only a build in the same folder makes it wait.
void MainWindow::installWheel(
    const AttemptView& view, int number, const InstallTarget& target, const QString& wheels)
{
    if (m_starter.isStarting())
        return;
    const QString folder = view.buildFolder();
    const QString name = view.profileName();
    const auto queue = wantsFolderOfLive(folder) ? queues(folder) : std::optional(false);
    if (!queue || m_starter.isStarting())
        return;
    m_startsQueued = *queue;
    m_startsDraft = false;
    m_startingName = name;
    m_starter.install(number, *queue, target, wheels);
}

void MainWindow::buildStarted(const QString& folder)
{
    if (m_startsDraft)
        m_draft->setCleanLevel(
            CleanLevel::None); // what was wished for one build must not empty the next one's folder
    // What builds meanwhile is the one to speak of; this one follows it.
    if (!(std::exchange(m_startsQueued, false) && m_live.isLive()))
        m_live.follow(folder);
    if (m_beforeTour)
        m_guide->begin(folder);
    giveDraftBack();
    showInBuild(folder);
    if (std::exchange(m_stopWhenStarted, false)) {
        m_stopped = folder;
        m_build->attemptPage()->view().stop();
    }
}

void MainWindow::startingFailed(const QString& sentence)
{
    m_stopWhenStarted = false;
    giveDraftBack();
    AttemptPage* page = shownPage();
    page ? page->showProblem(sentence) : m_build->wizard().showProblem(sentence);
    stopAnswered({}); // nothing runs: where the window waited for a stop, it may close
}

// A build that another window or the command line started is followed once it is opened here.
void MainWindow::shownChanged()
{
    const AttemptPage* page = shownPage();
    if (page && page->view().isLive() && !m_live.isLive())
        m_live.follow(page->folder());
    refreshFrame();
}

void MainWindow::refreshFrame()
{
    const AttemptPage* page = shownPage();
    const bool onScreen = page && !page->folder().isEmpty() && page->folder() == m_live.folder();
    m_banner->refresh(onScreen);
    placeBanner();
    m_guide->setStarting(m_starter.isStarting());
    m_guide->refresh(onScreen);
    if (page)
        m_guide->goOn();
    m_find->setEnabled(page || pageSearch());
    refreshUndo();
    m_stop->setEnabled(isBuilding());
    m_stop->setText(m_live.waits() ? tr("Leave the &queue") : tr("&Stop build"));
    m_miniAction->setEnabled(m_live.isLive() && m_live.state());
    m_tray->refresh(isActiveWindow());
    if (auto* settingsPage = qobject_cast<SettingsPage*>(m_made[NavigationBar::Settings]))
        settingsPage->setBuilding(isBuilding());
    if (page && page == m_build->attemptPage() && m_build->shownEnd())
        m_endSeen = page->folder();
    refreshRail();
    setWindowTitle(title());
}

// The button tells of what it leads to.
void MainWindow::refreshRail()
{
    NavigationButton& button = m_rail->button(NavigationBar::Build);
    const bool isOfLive = leadsToLive();
    m_banner->setHasKey(isOfLive);
    if (const auto state = isOfLive ? m_live.state() : m_build->shownEnd())
        button.setProgress(
            isOfLive ? m_live.percent() : -1, *state, isOfLive && m_live.activity().isFailing());
    else
        button.clearProgress();
}

// A compiling build begins with how far it is: taskbars show the beginning.
QString MainWindow::liveWords() const
{
    if (m_live.percent() < 0)
        return m_live.words();
    return tr("%1 % %2").arg(m_live.percent()).arg(m_live.activity().headline());
}

// Of the page, and then of a build that runs elsewhere. How that one ended the banner says.
QString MainWindow::title() const
{
    const AttemptPage* page = shownPage();
    const bool runs = m_live.isLive() && m_live.state();
    if (runs && page && page->folder() == m_live.folder())
        return tr("%1 · %2 — Torchmason").arg(liveWords(), m_live.profileName());
    const QString own = page ? page->title() : pageName();
    if (!runs)
        return own.isEmpty() ? tr("Torchmason") : tr("%1 — Torchmason").arg(own);
    const AttemptActivity& activity = m_live.activity();
    const bool isUsual = m_live.percent() >= 0 && !activity.isFailing() && !activity.isStopping();
    const QString told = isUsual ? tr("%1 %").arg(m_live.percent()) : liveWords();
    const QString build = tr("attempt %1: %2").arg(m_live.number()).arg(told);
    return own.isEmpty() ? tr("%1 — Torchmason").arg(build) : tr("%1 (%2) — Torchmason").arg(own, build);
}

}
