// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "ui/frame/BuildPlace.h"
#include "ui/models/BuildDraft.h"

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
    openAttempt(m_live.folder());
    m_build->stopShown();
}

void MainWindow::stopAnswered(const QString& problem)
{
    if (m_closing != Closing::WhenStopped)
        return;
    m_closing = problem.isEmpty() ? Closing::Now : Closing::No; // the header says what went wrong
    if (m_closing == Closing::Now)
        close();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_closing == Closing::WhenStopped)
        return event->ignore(); // the answer is on its way
    if (m_closing == Closing::No && isBuilding()) {
        const QString name = m_live.isLive() ? m_live.profileName() : m_draft->profile()->name;
        const CloseAnswer answer = m_closeQuestion(this, name);
        if (answer != CloseAnswer::KeepBuilding)
            event->ignore();
        if (answer == CloseAnswer::StopBuild) {
            m_closing = Closing::WhenStopped;
            stopBuild();
        }
        if (answer != CloseAnswer::KeepBuilding)
            return;
    }
    m_closing = Closing::No;
    rememberLayout();
    event->accept();
}

}
