// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/CommandServer.h"
#include "core/attempt/RunnerClient.h"
#include "core/export/BundleFormat.h"
#include "core/gate/GateServer.h"
#include "core/gate/Message.h"
#include "core/process/ProcessTable.h"
#include "tests/fuzz/Require.h"
#include "ui/frame/SingleInstance.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstring>
#include <semaphore>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace torchmason;

namespace {

sockaddr_un addressOf(const QString& path)
{
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    fuzz::require(name.size() < qsizetype(sizeof(address.sun_path)), "the socket's path is too long");
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    return address;
}

// A program of anybody's at the other end of a socket of ours.
class Stranger {
public:
    explicit Stranger(const QString& path)
    {
        const sockaddr_un address = addressOf(path);
        fuzz::require(::connect(m_file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0,
            "a server does not listen any more");
    }
    ~Stranger() { ::close(m_file); }
    Stranger(const Stranger&) = delete;
    Stranger& operator=(const Stranger&) = delete;

    void send(QByteArrayView bytes, qsizetype piece)
    {
        for (qsizetype at = 0; at < bytes.size(); at += piece) {
            const QByteArrayView part = bytes.sliced(at, std::min(piece, bytes.size() - at));
            (void)::send(m_file, part.data(), size_t(part.size()), MSG_NOSIGNAL);
            letServersWork();
        }
    }
    QByteArray answers()
    {
        letServersWork();
        QByteArray all(65536, Qt::Uninitialized);
        const ssize_t size = ::recv(m_file, all.data(), size_t(all.size()), MSG_DONTWAIT);
        all.resize(std::max<qsizetype>(0, size));
        return all;
    }

private:
    static void letServersWork()
    {
        for (int round = 0; round < 3; ++round)
            QCoreApplication::processEvents();
    }

    int m_file = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

QString socketPath(const char* name)
{
    return fuzz::folder() + QLatin1Char('/') + QLatin1String(name);
}

QByteArray frame(gate::Told letter, const QByteArray& payload)
{
    QByteArray bytes(1, char(letter));
    for (int shift = 0; shift < 32; shift += 8)
        bytes += char(payload.size() >> shift & 255);
    return bytes + payload;
}

// Whatever one says, the next launcher is answered.
void speakToGate(QByteArrayView bytes, qsizetype piece)
{
    static std::unique_ptr<GateServer> server;
    static int served = 0;
    if (served++ % 256 == 0) { // what it learns from strangers does not grow for ever
        server.reset();
        QFile::remove(socketPath("costs.json"));
        server = std::make_unique<GateServer>(
            GateLimits { 4, std::nullopt }, socketPath("costs.json"), QStringLiteral("fuzz"));
        fuzz::require(server->listen(socketPath("gate")).ok(), "the gate does not listen");
    }
    {
        Stranger stranger(socketPath("gate"));
        stranger.send(bytes, piece);
        for (const char answer : stranger.answers())
            fuzz::require(QByteArrayView("GWFP").contains(answer), "an answer that no launcher knows");
    }
    Stranger honest(socketPath("gate"));
    const QByteArray pid = QByteArray::number(qint64(::getpid()));
    const QByteArrayList ask { pid, "/tmp", "/usr/bin/g++", "-c", "a.cpp", "-o", "a.o", {} };
    honest.send(frame(gate::Told::Ask, ask.join('\0')), 65536);
    const QByteArray answer = honest.answers();
    fuzz::require(answer.startsWith('G') || answer.startsWith('W'), "a launcher is not answered");
}

// Each line is answered with one, or the connection ends.
void speakToRunner(QByteArrayView bytes, qsizetype piece)
{
    const auto answer = [](const QString& command, const Json& message) -> Result<Json> {
        JsonReader reader(message, QStringLiteral("The command"));
        const auto memory = reader.optionalInteger("memoryLimit");
        if (!reader.ok())
            return reader.error();
        if (command != QLatin1String("status"))
            return Error { QStringLiteral("There is no command \"%1\".").arg(command) };
        return Json { { "ok", true }, { "memoryLimit", memory.value_or(0) } };
    };
    static CommandServer server(answer);
    static const Result<void> listens = server.listen(socketPath("runner"));
    fuzz::require(listens.ok(), "the runner does not listen");
    Stranger stranger(socketPath("runner"));
    stranger.send(bytes, piece);
    for (const QByteArray& line : stranger.answers().split('\n'))
        fuzz::require(
            line.isEmpty() || parseJson(line, QStringLiteral("answer")).ok(), "an answer is no JSON");
}

// Each line is answered with "ok" or "no", and the window is asked for nothing but bundles.
void speakToWindow(QByteArrayView bytes, qsizetype piece)
{
    static SingleInstance* const window = [] {
        auto* made = new SingleInstance(socketPath("window"));
        fuzz::require(!made->raiseOther(), "another window is there");
        QObject::connect(made, &SingleInstance::openRequested, [](const QString& bundle) {
            fuzz::require(bundle.startsWith(u'/')
                    && bundle.endsWith(BundleFormat::suffix(), Qt::CaseInsensitive)
                    && !bundle.contains(QChar::Null),
                "it would open what is no bundle");
        });
        return made;
    }();
    Q_UNUSED(window);
    {
        Stranger stranger(socketPath("window"));
        stranger.send(bytes, piece);
        for (const QByteArray& line : stranger.answers().split('\n'))
            fuzz::require(line.isEmpty() || line == "ok" || line == "no", "an answer that nobody knows");
    }
    Stranger honest(socketPath("window"));
    honest.send("raise\n", 65536);
    fuzz::require(honest.answers() == "ok\n", "the window does not answer");
}

// Answers one client after the other in a thread that is started once.
class AnsweringThread {
public:
    explicit AnsweringThread(int listening)
    {
        std::thread([this, listening] {
            for (;;) {
                m_begin.acquire();
                const int file = ::accept(listening, nullptr, nullptr);
                for (qsizetype at = 0; at < m_bytes.size(); at += m_piece)
                    (void)::send(file, m_bytes.data() + at, size_t(std::min(m_piece, m_bytes.size() - at)),
                        MSG_NOSIGNAL);
                ::close(file);
                m_end.release();
            }
        }).detach();
    }

    void begin(QByteArrayView bytes, qsizetype piece)
    {
        m_bytes = bytes;
        m_piece = piece;
        m_begin.release();
    }
    void waitForEnd() { m_end.acquire(); }

private:
    QByteArrayView m_bytes;
    qsizetype m_piece = 1;
    std::binary_semaphore m_begin { 0 };
    std::binary_semaphore m_end { 0 };
};

// What listens where a runner should.
void answerClient(QByteArrayView bytes, qsizetype piece)
{
    static const int listening = [] {
        const int file = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_un address = addressOf(socketPath("other"));
        fuzz::require(::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0
                && ::listen(file, 8) == 0,
            "a socket cannot be made");
        return file;
    }();
    static AnsweringThread& runner = *new AnsweringThread(listening); // it outlives main()
    static const AttemptRecord record = [] {
        AttemptRecord made;
        made.number = 1;
        made.socket = socketPath("other");
        made.runner = identifyProcess(::getpid());
        return made;
    }();
    runner.begin(bytes, piece);
    fuzz::requireReason(askRunner(record, { { "command", "status" } }, Milliseconds(2000)));
    runner.waitForEnd();
}

}

// The first byte says who is spoken to, the second how large the pieces are.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static int words = 0;
    static char* none = nullptr;
    static const QCoreApplication app(words, &none);
    if (size < 2)
        return 0;
    const QByteArrayView bytes = fuzz::bytesOf(data, size).sliced(2);
    const qsizetype piece = std::max<qsizetype>(bytes.size() / 8 + 1, data[1]);
    switch (data[0] % 5) {
    case 0:
    case 1:
        speakToGate(bytes, piece);
        break;
    case 2:
        speakToRunner(bytes, piece);
        break;
    case 4:
        speakToWindow(bytes, piece);
        break;
    default:
        answerClient(bytes, piece);
    }
    return 0;
}
