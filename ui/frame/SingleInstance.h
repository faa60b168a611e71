// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

class QLocalServer;
class QLocalSocket;

namespace torchmason {

// Lets one window per user (and data folder) live. The first one listens; a later start asks it to come
// to the front, or to open a bundle, and ends. Asked is a line, "raise" or "open PATH" with the path
// percent-encoded; answered is "ok", or "no" where the line is neither, or the path no bundle.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(QString name = defaultName(), QObject* parent = nullptr);

    // True where another one of this user did as asked: the caller should end. Otherwise this one listens
    // from now on, unless another one refused, or there is no safe place for the name. `bundle`: the absolute
    // path of a file to open there; empty for none.
    bool raiseOther(const QString& bundle = {});

    static QString defaultName(); // empty where nothing is safe from other users

signals:
    void raiseRequested();
    void openRequested(const QString& bundle);

private:
    void listen();
    void read(QLocalSocket& socket);
    void obey(const QString& bundle);

    QString m_name;
    QLocalServer* m_server = nullptr;
};

}
