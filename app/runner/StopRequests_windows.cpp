// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/StopRequests.h"

#include <windows.h>

namespace torchmason {

namespace {

StopRequests* listener = nullptr;

// Comes on a thread of its own.
BOOL WINAPI consoleEvent(DWORD)
{
    if (listener)
        QMetaObject::invokeMethod(listener, &StopRequests::stopRequested, Qt::QueuedConnection);
    return TRUE;
}

}

StopRequests::StopRequests(QObject* parent)
    : QObject(parent)
{
    listener = this;
    SetConsoleCtrlHandler(consoleEvent, TRUE);
}

}
