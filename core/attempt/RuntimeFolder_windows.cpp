// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"

#include <QProcess>

#include <windows.h>

namespace torchmason {

Result<QString> runnerSocketName(const QString& attemptId)
{
    return QStringLiteral("torchmason-") + attemptId;
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
