// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DesktopNotice.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QStringList>
#include <QVariantMap>

#include <utility>

namespace torchmason {

namespace {

// https://specifications.freedesktop.org/notification-spec: what GNOME, KDE and others offer, also where
// there is no tray.
const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");

}

struct DesktopNotice::Shown {
    uint id = 0;
    bool listens = false;
};

DesktopNotice::DesktopNotice(QObject* parent)
    : QObject(parent)
    , m_shown(std::make_unique<Shown>())
{
}

DesktopNotice::~DesktopNotice() = default;

void DesktopNotice::show(const QString& title, const QString& text, bool isBad)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    if (!std::exchange(m_shown->listens, true))
        bus.connect(service, path, service, QStringLiteral("ActionInvoked"), this,
            SLOT(actionInvoked(uint, QString)));
    const QVariantMap hints { { QStringLiteral("desktop-entry"), QStringLiteral("torchmason") },
        { QStringLiteral("urgency"), QVariant::fromValue<uchar>(isBad ? 2 : 1) } };
    QDBusMessage call = QDBusMessage::createMethodCall(service, path, service, QStringLiteral("Notify"));
    call << QStringLiteral("Torchmason") << m_shown->id << QStringLiteral("torchmason") << title
         << text.toHtmlEscaped() << QStringList { QStringLiteral("default"), tr("Show it") } << hints << -1;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<uint> reply = *watcher;
        if (!reply.isError())
            m_shown->id = reply.value();
    });
}

void DesktopNotice::actionInvoked(uint id, const QString&)
{
    if (id == m_shown->id)
        emit clicked();
}

}
