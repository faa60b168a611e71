// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QLocalServer>
#include <QObject>
#include <QVector>

#include <functional>

class QLocalSocket;

namespace torchmason {

// Listens on the runner's local socket, for this user only. One JSON object a line comes in, one goes out.
// A client that sends something else, or too much, gets an error and is disconnected; one that reads no
// answers is dropped.
class CommandServer : public QObject {
    Q_OBJECT

public:
    // Answers a command such as {"command":"status"}; an error is sent as {"error":"..."}.
    using Answer = std::function<Result<Json>(const QString& command, const Json& message)>;

    explicit CommandServer(Answer answer, QObject* parent = nullptr);
    ~CommandServer() override;

    Result<void> listen(const QString& name);
    void close() { m_server.close(); }

private:
    void welcome();
    void read(QLocalSocket* socket);
    void makeRoom();
    void drop(QLocalSocket* socket);
    Json answerTo(const QByteArray& line, bool& understood) const;

    Answer m_answer;
    QLocalServer m_server;
    QVector<QLocalSocket*> m_connections; // who spoke last stands last
};

}
