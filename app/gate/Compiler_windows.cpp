// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Compiler.h"

#include "app/gate/PartialOutput.h"

#include <cstdio>
#include <cstring>
#include <cwchar>

#include <windows.h>

namespace torchmason::gate {

namespace {

constexpr DWORD pipePatience = 2000; // milliseconds

class Handle {
public:
    explicit Handle(HANDLE handle = nullptr)
        : m_handle(handle)
    {
    }
    ~Handle() { close(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    HANDLE get() const { return m_handle; }
    HANDLE* put() { return &m_handle; }
    bool isOpen() const { return m_handle && m_handle != INVALID_HANDLE_VALUE; }
    void close()
    {
        if (isOpen())
            CloseHandle(m_handle);
        m_handle = nullptr;
    }

private:
    HANDLE m_handle;
};

// Our own command line without its first word, exactly as it was written: nothing is quoted anew.
wchar_t* commandLine()
{
    wchar_t* at = GetCommandLineW();
    if (*at == L'"') {
        for (++at; *at && *at != L'"'; ++at) { }
        at += *at == L'"';
    }
    while (*at && *at != L' ' && *at != L'\t')
        ++at;
    while (*at == L' ' || *at == L'\t')
        ++at;
    return at;
}

std::int64_t microseconds(const LARGE_INTEGER& time)
{
    return time.QuadPart / 10;
}

struct Reading {
    HANDLE pipe = nullptr;
    HeldOutput* output = nullptr;
};

DWORD WINAPI readAll(void* context)
{
    const auto& reading = *static_cast<const Reading*>(context);
    static char bytes[64 * 1024];
    DWORD length = 0;
    // A write of zero bytes is read as zero bytes: that is not the end.
    while (ReadFile(reading.pipe, bytes, sizeof(bytes), &length, nullptr)) {
        if (length > 0)
            reading.output->add(bytes, length);
    }
    return 0;
}

bool isSharedServer(DWORD pid)
{
    const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid));
    wchar_t path[MAX_PATH * 4];
    DWORD length = sizeof(path) / sizeof(path[0]);
    if (!process.isOpen() || !QueryFullProcessImageNameW(process.get(), 0, path, &length))
        return false;
    const wchar_t* name = std::wcsrchr(path, L'\\');
    return name && lstrcmpiW(name + 1, L"mspdbsrv.exe") == 0;
}

// All of the job but the server that other compilers write their debug information through. False where
// there was no process.
bool endMembers(HANDLE job)
{
    struct {
        JOBOBJECT_BASIC_PROCESS_ID_LIST list;
        ULONG_PTR more[255];
    } members {};
    if (!QueryInformationJobObject(job, JobObjectBasicProcessIdList, &members, sizeof(members), nullptr))
        return !TerminateJobObject(job, 1);
    bool wasAnybody = false;
    const ULONG_PTR* ids = members.list.ProcessIdList;
    for (DWORD index = 0; index < members.list.NumberOfProcessIdsInList; ++index) {
        const auto pid = DWORD(ids[index]);
        const Handle process(OpenProcess(PROCESS_TERMINATE, FALSE, pid));
        if (process.isOpen() && !isSharedServer(pid)) {
            TerminateProcess(process.get(), 1);
            wasAnybody = true;
        }
    }
    return wasAnybody;
}

// One that is ended may just have started another (nvcc).
void endJob(HANDLE job)
{
    constexpr int looks = 100;
    constexpr DWORD pause = 20; // milliseconds
    for (int look = 0; look < looks && endMembers(job); ++look)
        Sleep(pause);
}

// Ctrl-C reaches the compiler as well: it decides, and we end as it does.
BOOL WINAPI leaveItToTheCompiler(DWORD)
{
    return TRUE;
}

class ConsoleSignals {
public:
    ConsoleSignals() { SetConsoleCtrlHandler(leaveItToTheCompiler, TRUE); }
    ~ConsoleSignals() { SetConsoleCtrlHandler(leaveItToTheCompiler, FALSE); }
    ConsoleSignals(const ConsoleSignals&) = delete;
    ConsoleSignals& operator=(const ConsoleSignals&) = delete;
};

class Run {
public:
    Run(Connection& runner, HeldOutput& output)
        : m_runner(runner)
        , m_job(CreateJobObjectW(nullptr, nullptr))
    {
        m_reading.output = &output;
    }

    CompilerEnd go(char** command)
    {
        FILETIME begin {};
        GetSystemTimeAsFileTime(&begin);
        const std::int64_t seconds
            = std::int64_t((std::uint64_t(begin.dwHighDateTime) << 32 | begin.dwLowDateTime) / 10'000'000)
            - 11'644'473'600;
        const std::uint64_t began = GetTickCount64();
        if (!start()) {
            std::fprintf(stderr, "torchmason-gate: cannot start %s: error %lu\n", command[0], GetLastError());
            readToTheEnd();
            m_end.exitCode = 127;
            return m_end;
        }
        m_end.started = true;
        waitForEnd();
        m_end.wall = std::int64_t(GetTickCount64() - began) * 1000;
        readToTheEnd();
        readCost();
        if (m_end.preempted)
            removePartialOutput(command, seconds);
        return m_end;
    }

private:
    bool start()
    {
        STARTUPINFOW startup {};
        startup.cb = sizeof(startup);
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
        startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
        startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
        Handle writing;
        // Ninja gives a command one pipe for both streams; two would lose their order, and a person who
        // watches wants to see it at once.
        if (startup.hStdOutput == startup.hStdError && GetFileType(startup.hStdOutput) == FILE_TYPE_PIPE) {
            SECURITY_ATTRIBUTES inherited { sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE };
            if (CreatePipe(m_pipe.put(), writing.put(), &inherited, 64 * 1024)) {
                SetHandleInformation(m_pipe.get(), HANDLE_FLAG_INHERIT, 0);
                m_reading.pipe = m_pipe.get();
                *m_thread.put() = CreateThread(nullptr, 0, readAll, &m_reading, 0, nullptr);
            }
            if (m_thread.isOpen()) // else the compiler prints to ours: the pipe would not be read
                startup.hStdOutput = startup.hStdError = writing.get();
        }
        PROCESS_INFORMATION started {};
        if (!CreateProcessW(nullptr, commandLine(), nullptr, nullptr, TRUE, CREATE_SUSPENDED, nullptr,
                nullptr, &startup, &started))
            return false;
        *m_process.put() = started.hProcess;
        const Handle main(started.hThread);
        AssignProcessToJobObject(m_job.get(), m_process.get()); // else it is only not measured
        ResumeThread(main.get());
        return true; // our end for writing is closed here, or the pipe would never end
    }

    void waitForEnd()
    {
        for (;;) {
            const auto told = reinterpret_cast<HANDLE>(m_runner.waitHandle());
            const HANDLE handles[2] = { m_process.get(), told };
            if (WaitForMultipleObjects(told ? 2 : 1, handles, FALSE, INFINITE) != WAIT_OBJECT_0 + 1)
                return;
            if (m_runner.pending() == char(Answer::Preempt)) {
                m_end.preempted = true;
                endJob(m_job.get());
            }
        }
    }

    // To the pipe's end, as ninja would; but a process that was spared may hold the pipe of a run that does
    // not count.
    void readToTheEnd()
    {
        if (!m_thread.isOpen()
            || WaitForSingleObject(m_thread.get(), m_end.preempted ? pipePatience : INFINITE)
                == WAIT_OBJECT_0)
            return;
        do
            CancelSynchronousIo(m_thread.get());
        while (WaitForSingleObject(m_thread.get(), 50) == WAIT_TIMEOUT);
    }

    void readCost()
    {
        DWORD code = 0;
        GetExitCodeProcess(m_process.get(), &code);
        m_end.exitCode = int(code);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits {};
        if (QueryInformationJobObject(
                m_job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits), nullptr))
            m_end.peak = std::int64_t(limits.PeakJobMemoryUsed);
        JOBOBJECT_BASIC_ACCOUNTING_INFORMATION times {};
        if (QueryInformationJobObject(
                m_job.get(), JobObjectBasicAccountingInformation, &times, sizeof(times), nullptr)) {
            m_end.user = microseconds(times.TotalUserTime);
            m_end.system = microseconds(times.TotalKernelTime);
        }
    }

    Connection& m_runner;
    ConsoleSignals m_signals;
    Handle m_job;
    Handle m_process;
    Handle m_pipe;
    Handle m_thread;
    Reading m_reading;
    CompilerEnd m_end;
};

}

void prepareForMemoryTrouble() { }

CompilerEnd runCompiler(char** command, Connection& runner, HeldOutput& output)
{
    return Run(runner, output).go(command);
}

void endLike(const CompilerEnd& end)
{
    ExitProcess(UINT(end.exitCode));
}

void endWithoutCommand()
{
    std::fputs(
        "torchmason-gate: no command; it is started by a build, as torchmason-gate COMPILER ARGUMENT...\n",
        stderr);
    ExitProcess(2);
}

void writeOut(const char* bytes, std::size_t length)
{
    const HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
    while (length > 0) {
        DWORD written = 0;
        if (!WriteFile(out, bytes, DWORD(length > 65536 ? 65536 : length), &written, nullptr) || written == 0)
            return; // it is not read any more
        bytes += written;
        length -= written;
    }
}

}
