// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildNotifier.h"
#include "ui/frame/LiveBanner.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/MiniView.h"
#include "ui/frame/TrayEntry.h"
#include "ui/widgets/Icons.h"

#include <QAction>
#include <QApplication>
#include <QEvent>

// What the window shows outside of itself while a build runs: the small view and the entry in the tray.
namespace torchmason {

void MainWindow::createTray()
{
    auto* show = new QAction(icon(QStringLiteral("eye")), tr("Show the window"), this);
    show->setObjectName(QStringLiteral("actionShowWindow"));
    connect(show, &QAction::triggered, this, &MainWindow::raiseToFront);
    m_tray = new TrayEntry(m_live, { show, m_miniAction, m_stop }, this);
    connect(m_tray, &TrayEntry::clicked, this, &MainWindow::raiseToFront);
    m_announcer->setTray(m_tray->icon());
}

// The window makes room; it stays in the taskbar.
void MainWindow::openMini()
{
    if (!m_live.isLive() || !m_live.state()) {
        m_banner->tellNoBuild();
        return placeBanner();
    }
    if (!m_mini) {
        m_mini = std::make_unique<MiniView>(m_live);
        connect(m_mini.get(), &MiniView::stopRequested, this, &MainWindow::stopBuild);
        connect(m_mini.get(), &MiniView::backRequested, this, [this] {
            raiseToFront();
            if (!m_live.isLive() || shownPage()) // a new build that is being chosen stays
                openAttempt(m_live.folder());
        });
    }
    m_mini->open();
    showMinimized();
}

void MainWindow::quit()
{
    if (m_mini && m_mini->isVisible())
        m_mini->close(); // a question is asked in front of the window
    close();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(qApp, completePalette, Qt::QueuedConnection);
    if (event->type() != QEvent::ActivationChange || !m_tray || !isActiveWindow())
        return;
    m_tray->refresh(true);
    if (m_mini && m_mini->isVisible() && !isMinimized())
        m_mini->hide(); // the whole window is back, by whatever way
}

}
