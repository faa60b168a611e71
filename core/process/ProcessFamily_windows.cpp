// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessFamily.h"

#include <QProcess>

#include <windows.h>

#include <tlhelp32.h>

#include <vector>

namespace torchmason {

namespace {

// CreateProcess tells Qt the main thread's handle, not us: find the only thread there is and let it go.
bool resumeMainThread(DWORD pid)
{
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    if (snapshot == INVALID_HANDLE_VALUE)
        return false;
    THREADENTRY32 entry {};
    entry.dwSize = sizeof entry;
    bool resumed = false;
    for (BOOL more = Thread32First(snapshot, &entry); more; more = Thread32Next(snapshot, &entry)) {
        if (entry.th32OwnerProcessID != pid)
            continue;
        if (const HANDLE thread = OpenThread(THREAD_SUSPEND_RESUME, FALSE, entry.th32ThreadID)) {
            resumed = ResumeThread(thread) != DWORD(-1);
            CloseHandle(thread);
        }
    }
    CloseHandle(snapshot);
    return resumed;
}

bool hasConsole()
{
    DWORD pid = 0;
    return GetConsoleProcessList(&pid, 1) > 0;
}

HANDLE makeJob()
{
    const HANDLE job = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits {};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

}

struct ProcessFamily::State {
    HANDLE job = nullptr;
    qint64 leader = 0;
};

ProcessFamily::ProcessFamily(QByteArray)
    : m_state(std::make_unique<State>())
{
    m_state->job = makeJob();
}

ProcessFamily::~ProcessFamily()
{
    if (m_state->job)
        CloseHandle(m_state->job);
}

void ProcessFamily::prepare(QProcess& process)
{
    // A process group of its own makes CTRL_BREAK reach it and not us, in the console that we share: where
    // ours has no window, Qt would give the child another one, and no event crosses from one to the other.
    process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) {
        arguments->flags |= CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP;
        if (hasConsole())
            arguments->flags &= ~DWORD(CREATE_NO_WINDOW);
    });
}

bool ProcessFamily::adopt(qint64 pid)
{
    m_state->leader = pid;
    const HANDLE process = OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, DWORD(pid));
    const bool isOurs = process && m_state->job && AssignProcessToJobObject(m_state->job, process)
        && resumeMainThread(DWORD(pid));
    if (!isOurs && process)
        TerminateProcess(process, 1); // it still waits to begin, and its children could not be stopped
    if (process)
        CloseHandle(process);
    return isOurs;
}

QByteArray ProcessFamily::makeCgroup(const QString&)
{
    return {};
}
void ProcessFamily::markStarted(const QByteArray&) { }
void ProcessFamily::beginIn(const QByteArray&) { }
void ProcessFamily::includeCgroup(const QByteArray&) { }

QVector<qint64> ProcessFamily::members()
{
    if (!m_state->job || m_state->leader == 0)
        return {};
    // The list's length is not known beforehand; it is asked for again with more room.
    for (DWORD room = 256;; room *= 4) {
        std::vector<char> buffer(sizeof(JOBOBJECT_BASIC_PROCESS_ID_LIST) + room * sizeof(ULONG_PTR));
        auto* list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(buffer.data());
        if (!QueryInformationJobObject(
                m_state->job, JobObjectBasicProcessIdList, list, DWORD(buffer.size()), nullptr)) {
            if (GetLastError() == ERROR_MORE_DATA && room < 1000000)
                continue;
            return {};
        }
        QVector<qint64> pids;
        for (DWORD index = 0; index < list->NumberOfProcessIdsInList; ++index)
            pids << qint64(list->ProcessIdList[index]);
        return pids;
    }
}

void ProcessFamily::send(StopSignal signal, const QVector<qint64>& members)
{
    if (signal == StopSignal::Kill)
        TerminateJobObject(m_state->job, 1);
    else if (members.contains(m_state->leader))
        GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, DWORD(m_state->leader));
}

void ProcessFamily::includeOrphans(qint64) { }

void becomeSubreaper() { }
void allowManyFiles() { }
QSet<qint64> reapOrphans()
{
    return {};
}

}
