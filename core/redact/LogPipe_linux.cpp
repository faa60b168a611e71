// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/LogPipe.h"

#include "core/redact/StreamRedactor.h"

#include <QFile>
#include <QProcess>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

namespace torchmason {

namespace {

constexpr size_t pieceSize = 256 * 1024;
constexpr int wishedCapacity = 1 << 20; // so that a busy machine does not make compilers wait for us

Error failure(const QString& what, int code)
{
    return Error { QStringLiteral("%1: %2.").arg(what, QString::fromLocal8Bit(std::strerror(code))) };
}

ssize_t readSome(int from, std::vector<char>& buffer)
{
    ssize_t got = -1;
    do
        got = ::read(from, buffer.data(), buffer.size());
    while (got < 0 && errno == EINTR);
    return got;
}

}

struct LogPipe::State {
    QString path;
    int log = -1;
    int readEnd = -1;
    int writeEnd = -1;
    int wake[2] = { -1, -1 };
    int writeError = 0; // the first one
    std::unique_ptr<StreamRedactor> redactor;
    std::thread thread;

    ~State()
    {
        for (const int file : { log, readEnd, writeEnd, wake[0], wake[1] }) {
            if (file >= 0)
                ::close(file);
        }
    }

    bool make();
    void copy();
    void drain(std::vector<char>& buffer);
    void take(QByteArrayView bytes);
    void write(QByteArrayView bytes);
};

bool LogPipe::State::make()
{
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0)
        return false;
    readEnd = pipe[0];
    writeEnd = pipe[1];
    ::fcntl(readEnd, F_SETFL, O_NONBLOCK); // of our end alone
    ::fcntl(writeEnd, F_SETPIPE_SZ, wishedCapacity);
    return ::pipe2(wake, O_CLOEXEC) == 0;
}

void LogPipe::State::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(log, bytes.data(), size_t(bytes.size()));
        if (written < 0 && errno == EINTR)
            continue;
        // Whoever writes to a full disk loses what he writes, and must not be made to wait for it.
        if (written < 0) {
            writeError = writeError ? writeError : errno;
            return;
        }
        bytes = bytes.sliced(written);
    }
}

void LogPipe::State::take(QByteArrayView bytes)
{
    QByteArray out;
    redactor->add(bytes, out);
    write(out);
}

void LogPipe::State::copy()
{
    std::vector<char> buffer(pieceSize);
    while (true) {
        pollfd ready[2] = { { readEnd, POLLIN, 0 }, { wake[0], POLLIN, 0 } };
        if (::poll(ready, 2, -1) < 0 && errno != EINTR)
            break;
        if (ready[1].revents)
            break;
        if (ready[0].revents) {
            const ssize_t got = readSome(readEnd, buffer);
            if (got > 0)
                take(QByteArrayView(buffer.data(), got));
        }
    }
    drain(buffer);
}

// What lay in the pipe when the end was told, and no more: somebody may be writing still.
void LogPipe::State::drain(std::vector<char>& buffer)
{
    qint64 most = std::max(::fcntl(readEnd, F_GETPIPE_SZ), wishedCapacity);
    while (most > 0) {
        const ssize_t got = readSome(readEnd, buffer);
        if (got <= 0)
            break;
        take(QByteArrayView(buffer.data(), got));
        most -= got;
    }
    QByteArray out;
    redactor->finish(out);
    write(out);
}

LogPipe::LogPipe(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

LogPipe::~LogPipe()
{
    static_cast<void>(finish());
}

Result<std::unique_ptr<LogPipe>> LogPipe::open(
    const QString& logFile, std::shared_ptr<const NeedleSet> needles)
{
    auto state = std::make_unique<State>();
    state->path = logFile;
    state->redactor = std::make_unique<StreamRedactor>(std::move(needles));
    state->log
        = ::open(QFile::encodeName(logFile).constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (state->log < 0)
        return failure(QStringLiteral("Cannot write to %1").arg(logFile), errno);
    if (!state->make())
        return failure(QStringLiteral("Cannot make a pipe for %1").arg(logFile), errno);
    state->thread = std::thread([raw = state.get()] { raw->copy(); });
    return std::unique_ptr<LogPipe>(new LogPipe(std::move(state)));
}

void LogPipe::giveTo(QProcess& process)
{
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setChildProcessModifier([before = process.childProcessModifier(), pipe = m_state->writeEnd] {
        if (before)
            before();
        ::dup2(pipe, STDOUT_FILENO);
        ::dup2(pipe, STDERR_FILENO);
    });
}

Result<void> LogPipe::finish()
{
    if (m_state->thread.joinable()) {
        while (::write(m_state->wake[1], "x", 1) < 0 && errno == EINTR) { }
        m_state->thread.join();
        ::close(std::exchange(m_state->readEnd, -1));
        ::close(std::exchange(m_state->writeEnd, -1));
    }
    if (m_state->writeError)
        return failure(
            QStringLiteral("Cannot write to %1, so a part of the output is missing there").arg(m_state->path),
            m_state->writeError);
    return {};
}

}
