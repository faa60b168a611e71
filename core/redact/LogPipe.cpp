// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/LogPipe.h"

#include "core/redact/OutputPipe.h"
#include "core/redact/StreamRedactor.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <atomic>
#include <thread>
#include <vector>

namespace torchmason {

namespace {
constexpr size_t pieceSize = 256 * 1024;
}

struct LogPipe::State {
    State(const QString& path, std::shared_ptr<const NeedleSet> needles)
        : log(path)
        , redactor(std::move(needles))
    {
    }

    void copy();
    qint64 takeSome(std::vector<char>& buffer);
    void write(const QByteArray& bytes);

    QFile log;
    OutputPipe pipe;
    StreamRedactor redactor;
    QString writeError; // the first one
    std::atomic<bool> over { false };
    std::thread thread;
};

// Programs that write to a full disk lose what they write, and must not be made to wait. The seek is for
// Windows, where appending means no more than where a file begins to be written.
void LogPipe::State::write(const QByteArray& bytes)
{
    qint64 written = 0;
    while (written < bytes.size()) { // of a part that was written, QFile does not say what stopped the rest
        const bool isAtEnd = log.isSequential() || log.seek(log.size());
        const qint64 more = isAtEnd ? log.write(bytes.constData() + written, bytes.size() - written) : -1;
        if (more <= 0) {
            writeError = writeError.isEmpty() ? log.errorString() : writeError;
            return;
        }
        written += more;
    }
}

qint64 LogPipe::State::takeSome(std::vector<char>& buffer)
{
    const qint64 got = pipe.read(buffer);
    QByteArray out;
    redactor.add(QByteArrayView(buffer.data(), qsizetype(got)), out);
    write(out);
    return got;
}

void LogPipe::State::copy()
{
    std::vector<char> buffer(pieceSize);
    while (!over)
        takeSome(buffer);
    // What lay in the pipe when the end was told, and no more: a process may be writing still.
    for (qint64 most = OutputPipe::capacity; most > 0;) {
        const qint64 got = takeSome(buffer);
        if (got == 0)
            break;
        most -= got;
    }
    QByteArray out;
    redactor.finish(out);
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
    const QString shown = QDir::toNativeSeparators(logFile);
    auto state = std::make_unique<State>(logFile, std::move(needles));
    if (!state->log.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        return Error { QStringLiteral("Cannot write to %1: %2.").arg(shown, state->log.errorString()) };
    if (const QString why = state->pipe.open(); !why.isEmpty())
        return Error { QStringLiteral("Cannot make a pipe for %1: %2.").arg(shown, why) };
    state->thread = std::thread([raw = state.get()] { raw->copy(); });
    return std::unique_ptr<LogPipe>(new LogPipe(std::move(state)));
}

void LogPipe::giveTo(QProcess& process)
{
    process.setStandardOutputFile(QProcess::nullDevice());
    m_state->pipe.giveTo(process);
}

Result<void> LogPipe::finish()
{
    if (m_state->thread.joinable()) {
        m_state->over = true;
        m_state->thread.join();
        m_state->pipe.close();
    }
    if (m_state->writeError.isEmpty())
        return {};
    return Error { QStringLiteral("Cannot write to %1, so a part of the output is missing there: %2.")
                       .arg(QDir::toNativeSeparators(m_state->log.fileName()), m_state->writeError) };
}

}
