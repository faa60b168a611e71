// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/KeepAwake.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusUnixFileDescriptor>

namespace torchmason {

// https://www.freedesktop.org/wiki/Software/systemd/inhibit: sleep is inhibited as long as the file is open,
// so a runner that is killed leaves nothing behind.
struct KeepAwake::Hold {
    QDBusUnixFileDescriptor file;
};

KeepAwake::KeepAwake(QObject* parent)
    : QObject(parent)
    , m_hold(std::make_unique<Hold>())
{
}

KeepAwake::~KeepAwake() = default;

void KeepAwake::begin(const QString& why)
{
    QDBusConnection bus = QDBusConnection::systemBus();
    if (!bus.isConnected())
        return emit unavailable(
            QStringLiteral("There is no system bus here, so nobody can be asked to keep the machine awake."));
    QDBusMessage call = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.login1"),
        QStringLiteral("/org/freedesktop/login1"), QStringLiteral("org.freedesktop.login1.Manager"),
        QStringLiteral("Inhibit"));
    call << QStringLiteral("sleep:idle") << QStringLiteral("Torchmason") << why << QStringLiteral("block");
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QDBusUnixFileDescriptor> reply = *watcher;
        if (reply.isError())
            return emit unavailable(
                QStringLiteral("logind does not keep the machine awake: %1").arg(reply.error().message()));
        m_hold->file = reply.value();
        emit taken();
    });
}

}
