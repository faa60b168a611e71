// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSystemTrayIcon>

#include <memory>

class QAction;
class QMenu;

namespace torchmason {

class LiveBuild;

// While a build runs, and until its end was seen: an icon in the tray, where there is one, with the state,
// the percentage and a menu.
class TrayEntry : public QObject {
    Q_OBJECT

public:
    // `actions` stand in the menu below the state. The window calls the rest.
    TrayEntry(const LiveBuild& build, const QList<QAction*>& actions, QObject* parent = nullptr);
    ~TrayEntry() override;

    // After every change of the build; `isSeen`: the user looks at the window.
    void refresh(bool isSeen);

    QSystemTrayIcon* icon() { return &m_icon; }
    QString words() const { return m_icon.toolTip(); }
    bool isWanted() const { return m_isWanted; } // it is shown where there is a tray
    QMenu& menu() const { return *m_menu; }

signals:
    void clicked();

private:
    QIcon picture() const;

    const LiveBuild& m_build;
    std::unique_ptr<QMenu> m_menu;
    QAction* m_state = nullptr;
    QSystemTrayIcon m_icon;
    bool m_isWanted = false;
};

}
