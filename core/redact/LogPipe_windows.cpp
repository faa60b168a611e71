// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/LogPipe.h"

#include "core/redact/StreamRedactor.h"

#include <QDir>
#include <QProcess>

#include <windows.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace torchmason {

namespace {

constexpr DWORD pieceSize = 256 * 1024;
constexpr DWORD capacity = 1 << 20;
constexpr DWORD look = 3; // milliseconds between two looks at an empty pipe

Error failure(const QString& what, DWORD code)
{
    return Error { QStringLiteral("%1: %2.").arg(what, qt_error_string(int(code)).trimmed()) };
}

}

struct LogPipe::State {
    QString path;
    HANDLE log = INVALID_HANDLE_VALUE;
    HANDLE readEnd = nullptr;
    HANDLE writeEnd = nullptr;
    DWORD writeError = 0; // the first one
    std::unique_ptr<StreamRedactor> redactor;
    std::atomic<bool> over { false };
    std::thread thread;

    ~State()
    {
        closePipe();
        if (log != INVALID_HANDLE_VALUE)
            CloseHandle(log);
    }

    void closePipe();
    void copy();
    DWORD takeSome(std::vector<char>& buffer);
    void write(QByteArrayView bytes);
};

void LogPipe::State::closePipe()
{
    for (HANDLE* end : { &readEnd, &writeEnd }) {
        if (*end)
            CloseHandle(std::exchange(*end, nullptr));
    }
}

// Whoever writes to a full disk loses what he writes, and must not be made to wait for it.
void LogPipe::State::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        DWORD written = 0;
        if (!WriteFile(log, bytes.data(), DWORD(bytes.size()), &written, nullptr)) {
            writeError = writeError ? writeError : GetLastError();
            return;
        }
        bytes = bytes.sliced(qsizetype(written));
    }
}

// Never waits: a pipe that others hold has no end, and a read of it could not be given up.
DWORD LogPipe::State::takeSome(std::vector<char>& buffer)
{
    DWORD waiting = 0;
    DWORD got = 0;
    if (!PeekNamedPipe(readEnd, nullptr, 0, nullptr, &waiting, nullptr) || waiting == 0)
        return 0;
    if (!ReadFile(readEnd, buffer.data(), std::min(waiting, pieceSize), &got, nullptr))
        return 0;
    QByteArray out;
    redactor->add(QByteArrayView(buffer.data(), qsizetype(got)), out);
    write(out);
    return got;
}

void LogPipe::State::copy()
{
    std::vector<char> buffer(pieceSize);
    while (!over) {
        if (takeSome(buffer) == 0)
            Sleep(look);
    }
    // What lay in the pipe when the end was told, and no more: somebody may be writing still.
    for (qint64 most = capacity; most > 0;) {
        const DWORD got = takeSome(buffer);
        if (got == 0)
            break;
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
    state->path = QDir::toNativeSeparators(logFile);
    state->redactor = std::make_unique<StreamRedactor>(std::move(needles));
    state->log = CreateFileW(reinterpret_cast<const wchar_t*>(state->path.utf16()), FILE_APPEND_DATA,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
        nullptr);
    if (state->log == INVALID_HANDLE_VALUE)
        return failure(QStringLiteral("Cannot write to %1").arg(state->path), GetLastError());
    SECURITY_ATTRIBUTES inherited { sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE };
    if (!CreatePipe(&state->readEnd, &state->writeEnd, &inherited, capacity))
        return failure(QStringLiteral("Cannot make a pipe for %1").arg(state->path), GetLastError());
    SetHandleInformation(state->readEnd, HANDLE_FLAG_INHERIT, 0);
    state->thread = std::thread([raw = state.get()] { raw->copy(); });
    return std::unique_ptr<LogPipe>(new LogPipe(std::move(state)));
}

void LogPipe::giveTo(QProcess& process)
{
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setCreateProcessArgumentsModifier(
        [before = process.createProcessArgumentsModifier(), pipe = m_state->writeEnd](
            QProcess::CreateProcessArguments* arguments) {
            if (before)
                before(arguments);
            arguments->startupInfo->dwFlags |= STARTF_USESTDHANDLES;
            arguments->startupInfo->hStdOutput = pipe;
            arguments->startupInfo->hStdError = pipe;
        });
}

Result<void> LogPipe::finish()
{
    if (m_state->thread.joinable()) {
        m_state->over = true;
        m_state->thread.join();
        m_state->closePipe();
    }
    if (m_state->writeError)
        return failure(
            QStringLiteral("Cannot write to %1, so a part of the output is missing there").arg(m_state->path),
            m_state->writeError);
    return {};
}

}
