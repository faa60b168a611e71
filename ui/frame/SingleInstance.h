// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QLocalServer;

namespace torchmason {

// Lets one window per user (and data folder) live. The first one listens; a later start asks it to come
// to the front and ends.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(QString name = defaultName(), QObject* parent = nullptr);

    // True where another one answered: the caller should end. Otherwise this one listens from now on.
    bool raiseOther();

    static QString defaultName();

signals:
    void raiseRequested();

private:
    void listen();

    QString m_name;
    QLocalServer* m_server = nullptr;
};

}
