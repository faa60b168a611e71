// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/gate/Admission.h"
#include "core/gate/EdgeCosts.h"

#include <QElapsedTimer>
#include <QHash>
#include <QLocalServer>
#include <QObject>
#include <QTimer>

#include <future>
#include <map>
#include <memory>

class QLocalSocket;

namespace torchmason {

// The runner's side of the memory gate: answers every launcher whether its compiler may start, watches what
// the compilers take, and has one ended and started again when memory is nearly gone. Lives on a thread of
// its own, so that a slow disk never keeps a compiler waiting. Launchers that are not answered pass.
class GateServer : public QObject {
    Q_OBJECT

public:
    // `build` as comparableBuild() names it; `costsFile` is where measured peaks are kept; `guessLimit` as
    // EdgeCosts has it.
    GateServer(
        GateLimits limits, QString costsFile, QString build, std::optional<Bytes> guessLimit = std::nullopt);
    ~GateServer() override;

    // On the object's own thread, as everything below. What launchers find it by (gate::socketVariable), or
    // why the socket cannot be made.
    Result<QString> listen(const QString& socket);
    void setLimits(const torchmason::GateLimits& limits);
    // No compiler is admitted any more.
    void close();

signals:
    void stateChanged(const torchmason::GateState& state); // about once a second while there are compilers
    void edgeMeasured(const torchmason::MeasuredEdge& edge);
    void warned(const QString& sentence);

private:
    struct Client {
        QLocalSocket* socket = nullptr;
        QByteArray buffer;
        qint64 id = 0;
        qint64 pid = 0; // of the launcher
        QString output; // empty: nothing that is recognised
        QString language;
        Bytes peak = 0; // of its processes together, as seen from outside
        int memoryTries = 0;
        bool asked = false; // and has not ended
        bool learns = true; // its memory is that of the compiler
    };

    Client* find(qint64 id);
    void welcome();
    void read(Client& client);
    void take(Client& client, char letter, const QByteArray& payload);
    void ask(Client& client, const QByteArray& payload);
    void retryAlone(Client& client, Bytes peak);
    void takeEnd(Client& client, const QByteArray& payload);
    Bytes expectedOf(const Client& client) const;
    void expectAnew();
    void leave(qint64 id);
    void admit();
    void look();
    void beat();
    void listenAgain();
    void saveAside();
    const GateMachine& machine();

    Admission m_admission;
    EdgeCosts m_costs;
    QString m_trouble;
    std::unique_ptr<QLocalServer> m_server;
    std::map<qint64, Client> m_clients;
    QTimer* m_lookTimer = nullptr;
    QTimer* m_beatTimer = nullptr;
    GateMachine m_machine;
    QElapsedTimer m_sinceMachine;
    qint64 m_lastId = 0;
    qint64 m_preempted = 0;
    qint64 m_retried = 0;
    bool m_wasBusy = false;
    QString m_name;
    bool m_toldOfSilence = false;
    qint64 m_saved = 0; // monotonic milliseconds
    std::future<void> m_saving; // of a copy of what was learned
};

}
