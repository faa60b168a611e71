// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SingleInstance.h"

#include "core/attempt/RuntimeFolder.h"
#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/export/BundleFormat.h"
#include "ui/frame/Foreground.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>

#include <algorithm>

namespace torchmason {

namespace {

// ms. A build may keep all cores busy; but a window that hangs must not keep a new one from opening.
constexpr int answerTime = 3000;
constexpr qsizetype longestLine = 1 << 16;
const QByteArray raiseWord = QByteArrayLiteral("raise");
const QByteArray openWord = QByteArrayLiteral("open ");

// Empty where it is no path of a bundle: a program that may connect to the window must not make it read other
// files. Whether it is there is told by opening it, on a disk that may sleep.
QString bundleIn(const QByteArray& encoded)
{
    const QString path = QString::fromUtf8(QByteArray::fromPercentEncoding(encoded));
    if (path.contains(QChar::Null))
        return {};
    const bool isBundle = QFileInfo(path).isAbsolute() // looks at the text only
        && path.endsWith(BundleFormat::suffix(), Qt::CaseInsensitive);
    return isBundle ? path : QString();
}

// Up to the end of a line; what came until then where none comes in time.
QByteArray answerOf(QLocalSocket& socket)
{
    QElapsedTimer waited;
    waited.start();
    while (!socket.canReadLine() && waited.elapsed() < answerTime) {
        if (!socket.waitForReadyRead(int(std::max<qint64>(1, answerTime - waited.elapsed()))))
            break;
    }
    return socket.readAll();
}

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
    const auto name = privateSocketName(QStringLiteral("torchmason-window-") + QString::fromLatin1(hash));
    return name ? *name : QString();
}

bool SingleInstance::raiseOther(const QString& bundle)
{
    if (m_name.isEmpty())
        return false;
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (socket.waitForConnected(answerTime)) {
        if (!isThisUsers(socket.socketDescriptor())) {
            log::warning("window", QStringLiteral("Another user's program listens on %1.").arg(m_name));
            return false;
        }
        letOthersComeToFront();
        socket.write(
            (bundle.isEmpty() ? raiseWord : openWord + bundle.toUtf8().toPercentEncoding("/")) + '\n');
        socket.waitForBytesWritten(answerTime);
        return answerOf(socket) == "ok\n"; // it lives: whatever it says, its name stays its own
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
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(*socket); });
        }
    });
    m_server->listen(m_name);
}

void SingleInstance::read(QLocalSocket& socket)
{
    if (!socket.canReadLine()) {
        if (socket.bytesAvailable() > longestLine)
            socket.abort();
        return;
    }
    const QByteArray line = socket.readLine(longestLine).trimmed();
    const QString bundle = line.startsWith(openWord) ? bundleIn(line.sliced(openWord.size())) : QString();
    const bool isUnderstood = line == raiseWord || !bundle.isEmpty();
    // Before anything is done: the other one does not wait long.
    socket.write(isUnderstood ? "ok\n" : "no\n");
    socket.flush();
    if (isUnderstood)
        QMetaObject::invokeMethod(
            this, [this, bundle] { obey(bundle); }, Qt::QueuedConnection);
}

void SingleInstance::obey(const QString& bundle)
{
    emit raiseRequested();
    if (!bundle.isEmpty())
        emit openRequested(bundle);
}

}
