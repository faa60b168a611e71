// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DesktopNotice.h"

#include "ui/widgets/Icons.h"

#include <QSystemTrayIcon>
#include <QTimer>

namespace torchmason {

namespace {

constexpr int shownFor = 20'000; // milliseconds: then the icon goes, too

}

// Windows shows a message only of an icon in the tray, so one is there as long as the message.
struct DesktopNotice::Shown {
    QSystemTrayIcon icon;
    QTimer timer;
};

DesktopNotice::DesktopNotice(QObject* parent)
    : QObject(parent)
    , m_shown(std::make_unique<Shown>())
{
    m_shown->timer.setSingleShot(true);
    connect(&m_shown->timer, &QTimer::timeout, &m_shown->icon, &QSystemTrayIcon::hide);
    connect(&m_shown->icon, &QSystemTrayIcon::messageClicked, this, &DesktopNotice::clicked);
    connect(&m_shown->icon, &QSystemTrayIcon::activated, this, &DesktopNotice::clicked);
}

DesktopNotice::~DesktopNotice() = default;

void DesktopNotice::show(const Message& message)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    if (m_tray && m_tray->isVisible()) {
        connect(
            m_tray, &QSystemTrayIcon::messageClicked, this, &DesktopNotice::clicked, Qt::UniqueConnection);
        return m_tray->showMessage(message.title, message.text, message.icon, shownFor);
    }
    m_shown->icon.setIcon(applicationIcon());
    m_shown->icon.setToolTip(message.title);
    m_shown->icon.show();
    m_shown->icon.showMessage(message.title, message.text, message.icon, shownFor);
    m_shown->timer.start(shownFor);
}

void DesktopNotice::actionInvoked(uint, const QString&) { }

}
