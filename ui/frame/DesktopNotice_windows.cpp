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

void DesktopNotice::show(const QString& title, const QString& text, bool isBad)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    m_shown->icon.setIcon(applicationIcon());
    m_shown->icon.setToolTip(title);
    m_shown->icon.show();
    m_shown->icon.showMessage(
        title, text, isBad ? QSystemTrayIcon::Warning : QSystemTrayIcon::Information, shownFor);
    m_shown->timer.start(shownFor);
}

void DesktopNotice::actionInvoked(uint, const QString&) { }

}
