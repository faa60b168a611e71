// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/GateServer.h"

#include "core/base/Clock.h"
#include "core/base/Platform.h"
#include "core/gate/Message.h"
#include "core/process/ProcessTable.h"
#include "core/sampling/EdgeRecognition.h"
#include "core/sampling/MachineReader.h"

#include <QFile>
#include <QLocalSocket>
#include <QtEndian>

#include <algorithm>
#include <chrono>

namespace torchmason {

namespace {

constexpr int lookEveryMs = 200;
constexpr qint64 machineIsFreshMs = 100;
constexpr int mostMemoryTries = 3;
constexpr int mostWaiting = 4096;
constexpr int backlog = hostPlatform() == Platform::Windows ? 64 : 4096; // there, pipes that all wait at once
constexpr qint64 saveEveryMs = 120'000;
constexpr qsizetype headLength = 5;

// Whatever runs in a build may speak to the gate, so that no figure is believed beyond these.
constexpr Bytes mostMemory = Bytes(1) << 50;
constexpr qint64 longestTime = qint64(1) << 50; // microseconds
constexpr qint64 mostRuns = 1000;

Bytes memoryIn(const QByteArray& figure)
{
    return std::min<Bytes>(figure.toULongLong(), mostMemory);
}

qint64 microsecondsIn(const QByteArray& figure)
{
    return std::clamp<qint64>(figure.toLongLong(), 0, longestTime);
}

void answer(QLocalSocket* socket, gate::Answer byte)
{
    socket->write(QByteArray(1, char(byte)));
    socket->flush();
}

// "/usr/bin/sccache g++ ...", "/usr/lib/ccache/g++ ...": the compiler runs below a server, on another
// machine, or not at all, and what is measured here is not its memory.
bool runsElsewhere(const QStringList& command)
{
    static const QStringList launchers { QStringLiteral("sccache"), QStringLiteral("ccache"),
        QStringLiteral("icecc"), QStringLiteral("buildcache") };
    QString program = command.value(0);
    program.replace(QLatin1Char('\\'), QLatin1Char('/'));
    const QStringList parts = program.toLower().split(QLatin1Char('/'));
    return std::any_of(launchers.begin(), launchers.end(), [&parts](const QString& launcher) {
        return parts.contains(launcher) || parts.last() == launcher + QLatin1String(".exe");
    });
}

}

GateServer::GateServer(GateLimits limits, QString costsFile, QString build, std::optional<Bytes> guessLimit)
    : m_admission(limits)
    , m_costs(std::move(costsFile), std::move(build), &m_trouble, guessLimit)
{
    qRegisterMetaType<GateState>();
    qRegisterMetaType<MeasuredEdge>();
}

GateServer::~GateServer()
{
    close();
}

Result<QString> GateServer::listen(const QString& socket)
{
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    m_server->setMaxPendingConnections(mostWaiting);
    m_server->setListenBacklogSize(backlog);
    connect(m_server.get(), &QLocalServer::newConnection, this, &GateServer::welcome);
    // The name holds the attempt's id, whose folder is ours: what lies there is a dead runner's.
    QLocalServer::removeServer(socket);
    if (!m_server->listen(socket))
        return Error { QStringLiteral(
            "The memory gate cannot listen on %1 (%2), so compilers start without asking for memory.")
                           .arg(socket, m_server->errorString()) };
    m_name = socket;
    m_saved = systemClock().monotonicMilliseconds();
    m_lookTimer = new QTimer(this);
    m_beatTimer = new QTimer(this);
    connect(m_lookTimer, &QTimer::timeout, this, &GateServer::look);
    connect(m_beatTimer, &QTimer::timeout, this, &GateServer::beat);
    m_lookTimer->start(lookEveryMs);
    m_beatTimer->start(gate::heartbeatMs);
    if (!m_trouble.isEmpty())
        emit warned(m_trouble);
    return m_server->fullServerName();
}

void GateServer::close()
{
    if (m_server)
        m_server->close();
    delete std::exchange(m_lookTimer, nullptr);
    delete std::exchange(m_beatTimer, nullptr);
    for (const auto& [id, client] : m_clients)
        client.socket->disconnect(this);
    m_clients.clear();
    m_server.reset();
    if (m_saving.valid())
        m_saving.wait();
    if (const auto saved = m_costs.save(); !saved)
        emit warned(saved.error().message);
}

void GateServer::setLimits(const GateLimits& limits)
{
    m_admission.setLimits(limits);
    admit();
}

void GateServer::welcome()
{
    while (QLocalSocket* socket = m_server->nextPendingConnection()) {
        const qint64 id = ++m_lastId;
        Client& known = m_clients[id];
        known.socket = socket;
        known.id = id;
        connect(socket, &QLocalSocket::readyRead, this, [this, id] {
            if (Client* client = find(id))
                read(*client);
        });
        connect(
            socket, &QLocalSocket::disconnected, this, [this, id] { leave(id); }, Qt::QueuedConnection);
        if (socket->bytesAvailable() > 0)
            read(known);
    }
}

GateServer::Client* GateServer::find(qint64 id)
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? nullptr : &found->second;
}

void GateServer::read(Client& client)
{
    client.buffer += client.socket->readAll();
    while (client.buffer.size() >= headLength) {
        const auto length = qFromLittleEndian<quint32>(client.buffer.constData() + 1);
        if (length > gate::longestPayload)
            return client.socket->abort(); // none of ours
        if (client.buffer.size() < headLength + qsizetype(length))
            return;
        const char letter = client.buffer.at(0);
        const QByteArray payload = client.buffer.mid(headLength, length);
        client.buffer.remove(0, headLength + length);
        take(client, letter, payload);
    }
}

void GateServer::take(Client& client, char letter, const QByteArray& payload)
{
    const qint64 now = systemClock().monotonicMilliseconds();
    switch (gate::Told(letter)) {
    case gate::Told::Ask:
        if (!client.asked)
            ask(client, payload);
        break;
    case gate::Told::Yielded:
        ++m_preempted;
        m_admission.yielded(client.id, std::max(memoryIn(payload), client.peak), now);
        answer(client.socket, gate::Answer::Wait);
        admit();
        break;
    case gate::Told::AskAlone:
        retryAlone(client, memoryIn(payload));
        break;
    case gate::Told::Ended:
        takeEnd(client, payload);
        break;
    }
}

void GateServer::ask(Client& client, const QByteArray& payload)
{
    QList<QByteArray> fields = payload.split('\0');
    if (fields.size() < 4)
        return client.socket->abort();
    fields.removeLast(); // after the last NUL
    client.asked = true;
    client.pid = fields[0].toLongLong();
    QStringList command;
    for (qsizetype index = 2; index < fields.size(); ++index)
        command << QFile::decodeName(fields[index]);
    client.learns = !runsElsewhere(command);
    GateEdge edge;
    edge.id = client.id;
    edge.since = systemClock().monotonicMilliseconds();
    if (const auto recognised = recogniseEdge(command)) {
        client.output = edge.output = recognised->output;
        client.language = edge.language = recognised->language;
    }
    edge.expected = expectedOf(client);
    m_admission.ask(edge);
    admit();
    const auto& edges = m_admission.edges();
    const bool waits = std::any_of(edges.begin(), edges.end(), [&client](const GateEdge& known) {
        return known.id == client.id && known.phase == EdgePhase::Waiting;
    });
    if (waits)
        answer(client.socket, gate::Answer::Wait);
}

void GateServer::retryAlone(Client& client, Bytes peak)
{
    if (++client.memoryTries > mostMemoryTries) {
        emit warned(QStringLiteral("%1 ran out of memory %2 times, the last times with nothing else running.")
                        .arg(client.output)
                        .arg(client.memoryTries));
        return answer(client.socket, gate::Answer::GiveUp);
    }
    ++m_retried;
    emit warned(QStringLiteral("%1 ran out of memory and is started again alone.").arg(client.output));
    m_costs.learnAtLeast(client.output, std::max(peak, client.peak));
    m_admission.outOfMemory(client.id, std::max(peak, client.peak), systemClock().monotonicMilliseconds());
    answer(client.socket, gate::Answer::Wait);
    admit();
}

// exit code, signal, wall, user, system, peak, runs
void GateServer::takeEnd(Client& client, const QByteArray& payload)
{
    const QList<QByteArray> fields = payload.split('\0');
    if (fields.size() < 7)
        return client.socket->abort();
    MeasuredEdge edge;
    edge.output = client.output;
    edge.language = client.language;
    edge.wall = Milliseconds(microsecondsIn(fields[2]) / 1000);
    edge.ended = systemClock().monotonicMilliseconds();
    edge.processor = Milliseconds((microsecondsIn(fields[3]) + microsecondsIn(fields[4])) / 1000);
    edge.peak = std::max(memoryIn(fields[5]), client.peak);
    edge.restarts = int(std::clamp<qint64>(fields[6].toLongLong(), 1, mostRuns) - 1);
    for (const GateEdge& known : m_admission.edges()) {
        if (known.id == client.id)
            edge.heldBack = Milliseconds(known.heldBackFor);
    }
    const bool endedWell = fields[0] == "0" && fields[1] == "0";
    m_admission.ended(client.id);
    client.asked = false;
    if (client.learns && endedWell) {
        m_costs.learn(edge.output, edge.language, edge.peak);
        expectAnew();
    }
    if (!edge.output.isEmpty())
        emit edgeMeasured(edge);
    admit();
}

// One that is not recognised is a compiler or linker as well.
Bytes GateServer::expectedOf(const Client& client) const
{
    return m_costs.expected(
        client.output, client.language.isEmpty() ? QStringLiteral("C++") : client.language);
}

// Ninja starts many at once, long before anything is known of them.
void GateServer::expectAnew()
{
    for (const auto& [id, client] : m_clients) {
        if (client.asked)
            m_admission.expect(id, expectedOf(client));
    }
}

void GateServer::leave(qint64 id)
{
    Client* client = find(id);
    if (!client)
        return;
    client->socket->deleteLater();
    m_clients.erase(id);
    m_admission.ended(id);
    admit();
}

void GateServer::admit()
{
    const auto admitted = m_admission.admit(machine(), systemClock().monotonicMilliseconds());
    for (const qint64 id : admitted) {
        if (const Client* client = find(id))
            answer(client->socket, gate::Answer::Go);
    }
}

const GateMachine& GateServer::machine()
{
    if (!m_sinceMachine.isValid() || m_sinceMachine.elapsed() > machineIsFreshMs) {
        const MachineReading reading = readMachine({});
        m_machine.total = reading.memory.total;
        m_machine.available = reading.memory.available;
        if (reading.memory.commitLeft && m_machine.available)
            m_machine.available = std::min(*m_machine.available, *reading.memory.commitLeft);
        m_machine.pressure = reading.memoryPressure;
        m_sinceMachine.start();
    }
    return m_machine;
}

// What the running ones take, which may start now that memory has changed, and whether one has to end.
void GateServer::look()
{
    QVector<qint64> launchers;
    QVector<qint64> ids;
    for (const GateEdge& edge : m_admission.edges()) {
        const Client* client = find(edge.id);
        if (edge.phase == EdgePhase::Waiting || !client)
            continue;
        ids << edge.id;
        launchers << client->pid;
    }
    const QVector<Bytes> memory = readMemoryBelow({}, launchers);
    for (qsizetype index = 0; index < ids.size(); ++index) {
        Client& client = m_clients.at(ids[index]);
        client.peak = std::max(client.peak, memory[index]);
        m_admission.measured(ids[index], memory[index]);
    }
    if (const auto id = m_admission.preempt(machine(), systemClock().monotonicMilliseconds())) {
        if (const Client* client = find(*id)) {
            emit warned(QStringLiteral("Memory is nearly gone: %1 is ended and started again later.")
                            .arg(client->output));
            answer(client->socket, gate::Answer::Preempt);
        }
    }
    admit();
}

void GateServer::beat()
{
    for (const GateEdge& edge : m_admission.edges()) {
        const Client* client = find(edge.id);
        if (edge.phase == EdgePhase::Waiting && client)
            answer(client->socket, gate::Answer::Wait);
    }
    const bool isBusy = !m_admission.edges().isEmpty();
    if (isBusy || m_wasBusy)
        emit stateChanged({ m_admission.limits(), m_admission.edges(), m_preempted, m_retried,
            systemClock().monotonicMilliseconds() });
    m_wasBusy = isBusy;
    listenAgain();
    const qint64 now = systemClock().monotonicMilliseconds();
    if (now - m_saved > saveEveryMs) { // so that little is lost when the runner is killed
        m_saved = now;
        saveAside();
    }
}

// Launchers are answered meanwhile. All is written once more at the end, where it is told if that fails.
void GateServer::saveAside()
{
    if (m_saving.valid() && m_saving.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    m_saving
        = std::async(std::launch::async, [costs = m_costs]() mutable { static_cast<void>(costs.save()); });
}

// The system may close it where there are too many open files.
void GateServer::listenAgain()
{
    if (m_server->isListening())
        return;
    const QString trouble = m_server->errorString();
    QLocalServer::removeServer(m_name);
    const bool listens = m_server->listen(m_name);
    if (!m_toldOfSilence || listens)
        emit warned(listens
                ? QStringLiteral("The memory gate had stopped listening (%1) and listens again.").arg(trouble)
                : QStringLiteral("The memory gate does not listen any more (%1), so compilers start "
                                 "without asking for memory.")
                      .arg(trouble));
    m_toldOfSilence = !listens;
}

}
