// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/DesktopNotice.h"
#include "ui/frame/TaskbarProgress.h"

#include <QObject>
#include <QString>

#include <functional>

class QSystemTrayIcon;
class QWidget;

namespace torchmason {

class LiveBuild;

// For users of another window: progress at the window's icon in the taskbar or dock, and a notice at the
// end of a build unless the window is in front of them.
class BuildNotifier : public QObject {
    Q_OBJECT

public:
    using Notice = std::function<void(const DesktopNotice::Message& message)>;
    using Progress = std::function<void(const TaskbarState& state)>;

    BuildNotifier(const LiveBuild& build, QWidget* window);

    // Doors for tests.
    void setNotice(Notice notice) { m_notice = std::move(notice); }
    void setProgress(Progress progress) { m_progress = std::move(progress); }
    // The icon in the tray that messages come from, where a system wants one.
    void setTray(QSystemTrayIcon* tray) { m_desktop.setTray(tray); }
    // After every change of the build.
    void refresh();

signals:
    void clicked(); // the notice

private:
    void announceEnd();

    const LiveBuild& m_build;
    QWidget* m_window;
    DesktopNotice m_desktop;
    TaskbarProgress m_taskbar;
    Notice m_notice;
    Progress m_progress;
    QString m_awaited; // the folder of the attempt whose end has not been told
    TaskbarState m_shown;
};

}
