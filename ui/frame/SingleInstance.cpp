// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SingleInstance.h"

#include "core/base/AppPaths.h"

#include <QCryptographicHash>
#include <QDir>
#include <QLocalServer>
#include <QLocalSocket>

namespace torchmason {

namespace {

constexpr int answerTime = 500; // ms; a window that hangs longer must not keep a new one from opening

}

SingleInstance::SingleInstance(QString name, QObject* parent)
    : QObject(parent)
    , m_name(std::move(name))
{
}

QString SingleInstance::defaultName()
{
    const QByteArray place = (QDir::homePath() + u'|' + AppPaths::dataFolder()).toUtf8();
    const QByteArray hash = QCryptographicHash::hash(place, QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("torchmason-window-") + QString::fromLatin1(hash);
}

bool SingleInstance::raiseOther()
{
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (socket.waitForConnected(answerTime)) {
        socket.write("raise\n");
        socket.waitForBytesWritten(answerTime);
        if (socket.waitForReadyRead(answerTime))
            return true;
    }
    listen();
    return false;
}

void SingleInstance::listen()
{
    QLocalServer::removeServer(m_name); // left by a crash
    m_server = new QLocalServer(this);
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server->nextPendingConnection()) {
            connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
                if (!socket->readAll().startsWith("raise"))
                    return;
                socket->write("ok\n");
                socket->flush();
                emit raiseRequested();
            });
        }
    });
    m_server->listen(m_name);
}

}
