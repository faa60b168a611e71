// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QSystemTrayIcon>

#include <memory>

namespace torchmason {

// A short message of the desktop, beside or over whatever the user does. Where the desktop shows none,
// nothing happens.
class DesktopNotice : public QObject {
    Q_OBJECT

public:
    explicit DesktopNotice(QObject* parent = nullptr);
    ~DesktopNotice() override;

    struct Message {
        QString title;
        QString text;
        QIcon icon; // how it ended
        bool isUrgent = false;
    };
    void show(const Message& message);
    // An icon that is in the tray already: where messages belong to one, no second one comes for them.
    void setTray(QSystemTrayIcon* tray) { m_tray = tray; }

signals:
    void clicked();

private slots:
    void actionInvoked(uint id, const QString& action);

private:
    struct Shown;
    std::unique_ptr<Shown> m_shown;
    QPointer<QSystemTrayIcon> m_tray;
};

}
