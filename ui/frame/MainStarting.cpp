// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Platform.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/Settings.h"
#include "ui/pages/Wizard.h"

#include <QDir>
#include <QStackedWidget>

#include <utility>

// A build begins: what has to be known before, what is asked, and whether another one is waited for.
namespace torchmason {

// Starting writes to disk and starts a process: not on the thread that paints.
void MainWindow::startBuild()
{
    if (m_starter.isStarting() || m_waitsToBuild)
        return;
    if (const auto& plan = m_draft->plan(); !plan) // what the button refuses, the key must not start
        return m_build->wizard().showProblem(plan.error().message);
    if (!m_draft->isAllKnown())
        return waitToBuild();
    BuildRequest request = *m_draft->request();
    const QStringList blockers = blockersOf(m_draft->problems());
    if (!blockers.isEmpty() && !m_blockerQuestion(this, blockers))
        return;
    const auto queue = queues(request.buildFolder);
    if (!queue || m_starter.isStarting())
        return;
    request.queue = m_startsQueued = *queue;
    request.keepAwake = settings()->value(QStringLiteral("build/keepAwake"), true).toBool();
    m_startsDraft = true;
    m_startingName = request.profileName; // not the draft's: a question was open meanwhile
    m_starter.start(request);
}

// The disk answers a moment after every change, and later where git or an interpreter takes its time. All
// probes of the machine have a time limit.
void MainWindow::waitToBuild()
{
    setWaitsToBuild(true);
    m_draft->checkDiskNow();
}

void MainWindow::setWaitsToBuild(bool waits)
{
    if (std::exchange(m_waitsToBuild, waits) != waits)
        m_build->wizard().setWaiting(waits);
}

// A user who opened another place meanwhile has given the build up.
void MainWindow::goOnWhenAllIsKnown()
{
    if (!m_waitsToBuild || (m_draft->plan() && !m_draft->isAllKnown()))
        return;
    setWaitsToBuild(false);
    if (showsReview())
        startBuild();
    giveDraftBackUnlessItStarts();
}

bool MainWindow::showsReview() const
{
    const bool isHere = m_places->currentWidget() == m_build && m_build->showsWizard();
    return isHere && m_build->wizard().step() == Wizard::ReviewStep;
}

// No build begins before its review was on the screen.
void MainWindow::startOrReview()
{
    if (showsReview())
        return startBuild();
    newBuild();
    m_build->wizard().goTo(Wizard::ReviewStep);
}

std::optional<bool> MainWindow::queues(const QString& buildFolder)
{
    if (!m_live.isLive())
        return false;
    const QueueAnswer answer
        = m_queueQuestion(this, { m_live.profileName(), wantsFolderOfLive(buildFolder) });
    return answer == QueueAnswer::Cancel ? std::nullopt : std::optional(answer == QueueAnswer::Wait);
}

bool MainWindow::wantsFolderOfLive(const QString& buildFolder) const
{
    const QString other = m_live.record().request.buildFolder;
    const auto caseOf = hostPlatform() == Platform::Windows ? Qt::CaseInsensitive : Qt::CaseSensitive;
    return m_live.isLive() && !buildFolder.isEmpty()
        && QDir::cleanPath(buildFolder).compare(QDir::cleanPath(other), caseOf) == 0;
}

QString MainWindow::buildingName() const
{
    return m_starter.isStarting() ? m_startingName : m_live.profileName();
}

bool MainWindow::isBuilding() const
{
    return m_live.isLive() || m_starter.isStarting();
}

}
