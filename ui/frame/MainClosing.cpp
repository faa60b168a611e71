// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "ui/frame/AttemptPage.h"
#include "ui/frame/MiniView.h"
#include "ui/models/BuildDraft.h"
#include "ui/panels/AttemptView.h"

#include <QCloseEvent>

// Stopping a build, and closing the window while one runs.
namespace torchmason {

// Where the user can see what becomes of it.
void MainWindow::stopBuild()
{
    if (m_starter.isStarting()) {
        m_stopWhenStarted = true;
        return;
    }
    if (!m_live.isLive())
        return;
    m_stopped = m_live.folder();
    openAttempt(m_stopped);
    shownPage()->view().stop();
}

void MainWindow::stopAnswered(const QString& problem)
{
    if (m_closing != Closing::WhenStopped)
        return;
    m_closing = problem.isEmpty() ? Closing::Now : Closing::No; // the header says what went wrong
    if (m_closing == Closing::Now)
        close();
}

// The build may end while the question is on the screen; then nothing is left that could answer.
bool MainWindow::mayClose()
{
    const bool waits = m_starter.isStarting() ? m_startsQueued : m_live.waits();
    const QString folder = m_live.isLive() ? m_live.folder() : QString();
    const CloseAnswer answer = m_closeQuestion(this, { buildingName(), waits });
    if (answer == CloseAnswer::StopBuild && isBuilding()) {
        m_closing = Closing::WhenStopped;
        stopBuild();
        return false;
    }
    if (answer == CloseAnswer::KeepBuilding && !folder.isEmpty())
        promise(folder);
    return answer != CloseAnswer::Cancel;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_closing == Closing::WhenStopped)
        return event->ignore(); // the answer is on its way
    if (m_closing == Closing::No && isBuilding() && !mayClose())
        return event->ignore();
    m_closing = Closing::No;
    rememberLayout();
    if (m_mini)
        m_mini->hide();
    event->accept();
}

}
