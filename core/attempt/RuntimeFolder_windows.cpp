// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"

#include <QProcess>

#include <windows.h>

#include <memory>

namespace torchmason {

namespace {

struct HandleCloser {
    void operator()(HANDLE handle) const { CloseHandle(handle); }
};
using OwnHandle = std::unique_ptr<void, HandleCloser>;

// What TokenUser tells of the process; empty where we may not ask, as with other users' processes.
QByteArray userOf(HANDLE process)
{
    HANDLE opened = nullptr;
    if (!process || !OpenProcessToken(process, TOKEN_QUERY, &opened))
        return {};
    const OwnHandle token(opened);
    DWORD size = 0;
    GetTokenInformation(token.get(), TokenUser, nullptr, 0, &size);
    QByteArray facts(qsizetype(size), '\0');
    return GetTokenInformation(token.get(), TokenUser, facts.data(), size, &size) ? facts : QByteArray();
}

PSID sidIn(QByteArray& facts)
{
    return reinterpret_cast<TOKEN_USER*>(facts.data())->User.Sid;
}

}

Result<QString> privateFolderAmong(const QStringList& folders)
{
    return folders.first();
}

Result<QString> privateSocketName(const QString& name)
{
    return name;
}

Result<QString> runnerSocketName(const QString& attemptId)
{
    return privateSocketName(QStringLiteral("torchmason-") + attemptId);
}

bool isThisUsers(qintptr socketDescriptor)
{
    ULONG id = 0;
    if (!GetNamedPipeServerProcessId(reinterpret_cast<HANDLE>(socketDescriptor), &id))
        return false;
    const OwnHandle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
    QByteArray theirs = userOf(process.get());
    QByteArray ours = userOf(GetCurrentProcess());
    return !theirs.isEmpty() && !ours.isEmpty() && EqualSid(sidIn(theirs), sidIn(ours));
}

// A console of its own without a window: its children share it, so that CTRL_BREAK still reaches them. Qt
// asks for a console with a window when it starts something detached, and Windows then forgets the other
// wish.
void leaveTerminal(QProcess& process)
{
    process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) {
        arguments->flags &= ~DWORD(CREATE_NEW_CONSOLE);
        arguments->flags |= CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP;
    });
}

}
