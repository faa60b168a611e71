// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/KeepAwake.h"

#include <string>

#include <windows.h>

namespace torchmason {

// Shown by "powercfg /requests" with its reason. The screen may go dark; what is asked for is the system, and
// that processes without a window go on in modern standby.
struct KeepAwake::Hold {
    HANDLE request = INVALID_HANDLE_VALUE;
    bool byThread = false;
};

KeepAwake::KeepAwake(QObject* parent)
    : QObject(parent)
    , m_hold(std::make_unique<Hold>())
{
}

KeepAwake::~KeepAwake()
{
    if (m_hold->request != INVALID_HANDLE_VALUE) {
        PowerClearRequest(m_hold->request, PowerRequestSystemRequired);
        PowerClearRequest(m_hold->request, PowerRequestExecutionRequired);
        CloseHandle(m_hold->request);
    }
    if (m_hold->byThread)
        SetThreadExecutionState(ES_CONTINUOUS);
}

// The state of a thread, which is the older way, ends with the thread: the runner's main one.
void KeepAwake::begin(const QString& why)
{
    std::wstring text = why.toStdWString();
    REASON_CONTEXT reason = {};
    reason.Version = POWER_REQUEST_CONTEXT_VERSION;
    reason.Flags = POWER_REQUEST_CONTEXT_SIMPLE_STRING;
    reason.Reason.SimpleReasonString = text.data();
    m_hold->request = PowerCreateRequest(&reason);
    if (m_hold->request != INVALID_HANDLE_VALUE
        && PowerSetRequest(m_hold->request, PowerRequestSystemRequired)) {
        PowerSetRequest(m_hold->request, PowerRequestExecutionRequired);
        return emit taken();
    }
    m_hold->byThread = SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED) != 0;
    if (m_hold->byThread)
        return emit taken();
    emit unavailable(
        QStringLiteral("Windows does not keep the machine awake (error %1).").arg(GetLastError()));
}

}
