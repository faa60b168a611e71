// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/OutputPipe.h"

#include <QProcess>

#include <windows.h>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr DWORD look = 3; // milliseconds between two looks at an empty pipe

HANDLE handleOf(qintptr end)
{
    return reinterpret_cast<HANDLE>(end);
}

}

QString OutputPipe::open()
{
    HANDLE readEnd = nullptr;
    HANDLE writeEnd = nullptr;
    SECURITY_ATTRIBUTES inherited { sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE };
    if (!CreatePipe(&readEnd, &writeEnd, &inherited, DWORD(capacity)))
        return qt_error_string(int(GetLastError())).trimmed();
    SetHandleInformation(readEnd, HANDLE_FLAG_INHERIT, 0);
    m_readEnd = reinterpret_cast<qintptr>(readEnd);
    m_writeEnd = reinterpret_cast<qintptr>(writeEnd);
    return {};
}

void OutputPipe::giveTo(QProcess& process)
{
    process.setCreateProcessArgumentsModifier(
        [before = process.createProcessArgumentsModifier(), pipe = handleOf(m_writeEnd)](
            QProcess::CreateProcessArguments* arguments) {
            if (before)
                before(arguments);
            arguments->startupInfo->dwFlags |= STARTF_USESTDHANDLES;
            arguments->startupInfo->hStdOutput = pipe;
            arguments->startupInfo->hStdError = pipe;
        });
}

// A pipe that others hold has no end, and a read of it could not be given up.
qint64 OutputPipe::read(std::vector<char>& buffer)
{
    DWORD waiting = 0;
    DWORD got = 0;
    const HANDLE pipe = handleOf(m_readEnd);
    if (!PeekNamedPipe(pipe, nullptr, 0, nullptr, &waiting, nullptr) || waiting == 0) {
        Sleep(look);
        return 0;
    }
    return ReadFile(pipe, buffer.data(), std::min(waiting, DWORD(buffer.size())), &got, nullptr) ? got : 0;
}

void OutputPipe::close()
{
    for (qintptr* end : { &m_readEnd, &m_writeEnd }) {
        if (*end != -1)
            CloseHandle(handleOf(std::exchange(*end, -1)));
    }
}

}
