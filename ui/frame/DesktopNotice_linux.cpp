// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DesktopNotice.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QImage>
#include <QStringList>
#include <QVariantMap>

#include <utility>

namespace torchmason {

namespace {

// https://specifications.freedesktop.org/notification-spec: what GNOME, KDE and others offer, also where
// there is no tray.
const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");
constexpr int iconSide = 64;

}

// Of the same specification, "image-data": (iiibiiay), rows of red, green, blue, alpha.
struct NoticeImage {
    QImage image;
};

QDBusArgument& operator<<(QDBusArgument& argument, const NoticeImage& notice)
{
    const QImage& image = notice.image;
    argument.beginStructure();
    argument << image.width() << image.height() << int(image.bytesPerLine()) << true << 8 << 4
             << QByteArray(reinterpret_cast<const char*>(image.constBits()), int(image.sizeInBytes()));
    argument.endStructure();
    return argument;
}

// We only send it.
const QDBusArgument& operator>>(const QDBusArgument& argument, NoticeImage&)
{
    return argument;
}

namespace {

NoticeImage imageOf(const QIcon& icon)
{
    static const auto known = qDBusRegisterMetaType<NoticeImage>();
    Q_UNUSED(known)
    return { icon.pixmap(iconSide, iconSide).toImage().convertToFormat(QImage::Format_RGBA8888) };
}

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

void DesktopNotice::show(const Message& message)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    if (!std::exchange(m_shown->listens, true))
        bus.connect(service, path, service, QStringLiteral("ActionInvoked"), this,
            SLOT(actionInvoked(uint, QString)));
    const QVariantMap hints { { QStringLiteral("desktop-entry"), QStringLiteral("torchmason") },
        { QStringLiteral("urgency"), QVariant::fromValue<uchar>(message.isUrgent ? 2 : 1) },
        { QStringLiteral("image-data"), QVariant::fromValue(imageOf(message.icon)) } };
    QDBusMessage call = QDBusMessage::createMethodCall(service, path, service, QStringLiteral("Notify"));
    call << QStringLiteral("Torchmason") << m_shown->id << QStringLiteral("torchmason") << message.title
         << message.text.toHtmlEscaped() << QStringList { QStringLiteral("default"), tr("Show it") } << hints
         << -1;
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
