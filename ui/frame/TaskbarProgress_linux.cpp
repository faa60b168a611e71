// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/TaskbarProgress.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QGuiApplication>
#include <QVariantMap>

namespace torchmason {

struct TaskbarProgress::Bar { };

TaskbarProgress::TaskbarProgress(QWidget*) { }

TaskbarProgress::~TaskbarProgress() = default;

// https://wiki.ubuntu.com/Unity/LauncherAPI: a signal for the programs that draw docks and panels.
void TaskbarProgress::show(const TaskbarState& state)
{
    const QString application
        = QStringLiteral("application://%1.desktop").arg(QGuiApplication::desktopFileName());
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    QDBusMessage update = QDBusMessage::createSignal(QStringLiteral("/com/canonical/unity/launcherentry/1"),
        QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"));
    update << application
           << QVariantMap { { QStringLiteral("progress"), double(state.percent) / 100.0 },
                  { QStringLiteral("progress-visible"), state.kind == TaskbarState::Percent } };
    bus.send(update);
}

}
