// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/CommandServer.h"

#include <QLocalSocket>

namespace torchmason {

namespace {

constexpr qsizetype longestCommand = 64 * 1024;
constexpr int mostConnections = 32;
constexpr qint64 mostUnread = 1 << 20; // answers that a client does not read

Json errorAnswer(const QString& sentence)
{
    return { { "v", 1 }, { "error", sentence.toStdString() } };
}

}

CommandServer::CommandServer(Answer answer, QObject* parent)
    : QObject(parent)
    , m_answer(std::move(answer))
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    m_server.setMaxPendingConnections(mostConnections);
    connect(&m_server, &QLocalServer::newConnection, this, &CommandServer::welcome);
}

CommandServer::~CommandServer()
{
    m_server.close();
}

Result<void> CommandServer::listen(const QString& name)
{
    // The name is made from the attempt's id and its folder is locked by us, so what lies there is a dead
    // runner's.
    QLocalServer::removeServer(name);
    if (!m_server.listen(name))
        return Error { QStringLiteral("Cannot listen on %1: %2.").arg(name, m_server.errorString()) };
    return {};
}

void CommandServer::welcome()
{
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        socket->setReadBufferSize(longestCommand + 1);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
            m_connections.removeOne(socket);
            socket->deleteLater();
        });
        m_connections.append(socket);
        makeRoom();
    }
}

// The one that has been silent for longest goes, so that a newcomer can always say "stop". Who waits for our
// end takes that for it and looks at the folder.
void CommandServer::makeRoom()
{
    if (m_connections.size() > mostConnections)
        drop(m_connections.first());
}

void CommandServer::drop(QLocalSocket* socket)
{
    m_connections.removeOne(socket);
    socket->disconnect(this);
    socket->abort();
    socket->deleteLater();
}

Json CommandServer::answerTo(const QByteArray& line, bool& understood) const
{
    const auto message = parseJson(line, QStringLiteral("The command"));
    understood = message && message->is_object();
    if (!message)
        return errorAnswer(message.error().message);
    JsonReader reader(*message, QStringLiteral("The command"));
    const QString command = reader.string("command");
    if (!reader.ok())
        return errorAnswer(reader.error().message);
    auto answer = m_answer(command, *message);
    if (!answer)
        return errorAnswer(answer.error().message);
    Json json = std::move(answer).value();
    json["v"] = 1;
    return json;
}

void CommandServer::read(QLocalSocket* socket)
{
    m_connections.removeOne(socket);
    m_connections.append(socket);
    while (socket->canReadLine()) {
        if (socket->bytesToWrite() > mostUnread)
            return drop(socket);
        bool understood = false;
        const Json answer = answerTo(socket->readLine(), understood);
        socket->write(compactJson(answer) + '\n');
        if (!understood)
            return socket->disconnectFromServer();
    }
    if (socket->bytesAvailable() > longestCommand) {
        socket->write(compactJson(errorAnswer(QStringLiteral("The command is too long."))) + '\n');
        socket->disconnectFromServer();
    }
}

}
