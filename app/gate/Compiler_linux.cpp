// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Compiler.h"

#include "app/gate/Descendants_linux.h"
#include "app/gate/PartialOutput.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace torchmason::gate {

namespace {

std::int64_t microseconds(const timeval& time)
{
    return std::int64_t(time.tv_sec) * 1'000'000 + time.tv_usec;
}

std::int64_t now()
{
    timespec time {};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t(time.tv_sec) * 1'000'000 + time.tv_nsec / 1000;
}

// Ninja gives a command one pipe for both streams. Where they differ, or a person watches, the compiler
// keeps ours: holding back two streams would change their order.
bool printsToOneFile()
{
    struct stat out { };
    struct stat error { };
    return ::fstat(STDOUT_FILENO, &out) == 0 && ::fstat(STDERR_FILENO, &error) == 0
        && out.st_dev == error.st_dev && out.st_ino == error.st_ino
        && (S_ISFIFO(out.st_mode) || S_ISREG(out.st_mode));
}

// The signals that end us, and the end of the compiler, are read from a descriptor.
class Signals {
public:
    Signals()
    {
        // Where the process that started us ignores it, a child would be gone before its end is known.
        ::signal(SIGCHLD, SIG_DFL);
        sigset_t wanted;
        ::sigemptyset(&wanted);
        for (const int signal : { SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT })
            ::sigaddset(&wanted, signal);
        ::sigprocmask(SIG_BLOCK, &wanted, &m_before);
        m_file = ::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    }
    ~Signals()
    {
        ::close(m_file);
        ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }
    int file() const { return m_file; }
    const sigset_t& before() const { return m_before; }
    int next() // 0: none
    {
        signalfd_siginfo facts {};
        return ::read(m_file, &facts, sizeof(facts)) == sizeof(facts) ? int(facts.ssi_signo) : 0;
    }

private:
    sigset_t m_before {};
    int m_file = -1;
};

struct Pipe {
    int read = -1;
    int write = -1;
};

Pipe openPipe()
{
    int ends[2];
    if (!printsToOneFile() || ::pipe2(ends, O_CLOEXEC) != 0)
        return {};
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return { ends[0], ends[1] };
}

// Our copy of the address space is borrowed until exec: only what is safe there is done.
pid_t start(char** command, const Signals& signals, const Pipe& pipe, int& trouble)
{
    volatile int failure = 0;
    const pid_t self = ::getpid();
    const pid_t pid = ::vfork();
    if (pid == 0) {
        if (pipe.write >= 0
            && (::dup2(pipe.write, STDOUT_FILENO) < 0 || ::dup2(pipe.write, STDERR_FILENO) < 0))
            ::_exit(126);
        ::sigprocmask(SIG_SETMASK, &signals.before(), nullptr);
        // A launcher that is killed takes the compiler with it, as if it had been the compiler.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != self)
            ::_exit(126);
        ::execvp(command[0], command);
        failure = errno;
        ::_exit(127);
    }
    trouble = pid < 0 ? errno : failure;
    return pid;
}

// False once nothing more will come.
bool readSome(int file, HeldOutput& output)
{
    static char bytes[64 * 1024];
    for (;;) {
        const ssize_t length = ::read(file, bytes, sizeof(bytes));
        if (length > 0)
            output.add(bytes, std::size_t(length));
        else if (length == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN;
    }
}

class Run {
public:
    Run(char** command, Connection& runner, HeldOutput& output)
        : m_command(command)
        , m_runner(runner)
        , m_output(output)
        , m_pipe(openPipe())
    {
    }
    ~Run()
    {
        if (m_pipe.read >= 0)
            ::close(m_pipe.read);
    }

    CompilerEnd go()
    {
        const std::int64_t began = now();
        const std::int64_t beganOnWall = std::int64_t(::time(nullptr));
        int trouble = 0;
        m_pid = start(m_command, m_signals, m_pipe, trouble);
        if (m_pipe.write >= 0)
            ::close(m_pipe.write);
        if (m_pid < 0 || trouble != 0) {
            if (m_pid > 0)
                ::waitpid(m_pid, nullptr, 0);
            std::fprintf(
                stderr, "torchmason-gate: cannot start %s: %s\n", m_command[0], std::strerror(trouble));
            m_end.exitCode = 127;
            return m_end;
        }
        m_end.started = true;
        while (!m_over)
            wait();
        m_end.wall = now() - began;
        // A process that the compiler left behind may still print; ninja would wait for that, and so do we.
        if (!m_end.preempted)
            readToTheEnd();
        if (m_end.preempted)
            removePartialOutput(m_command, beganOnWall);
        return m_end;
    }

private:
    void wait()
    {
        pollfd waited[3] = { { m_signals.file(), POLLIN, 0 }, { m_pipe.read, POLLIN, 0 },
            { int(m_runner.waitHandle()), POLLIN, 0 } };
        if (::poll(waited, 3, -1) < 0)
            return;
        if (waited[1].revents && !readSome(m_pipe.read, m_output)) {
            ::close(m_pipe.read);
            m_pipe.read = -1;
        }
        if (waited[0].revents)
            takeSignals();
        if (!m_over && waited[2].revents && m_runner.pending() == char(Answer::Preempt)) {
            m_end.preempted = true;
            endFamilyOf(m_pid);
            collect(0);
        }
    }

    void takeSignals()
    {
        while (const int signal = m_signals.next()) {
            if (signal == SIGCHLD)
                collect(WNOHANG);
            else if (!m_over)
                ::kill(m_pid, signal); // it decides; we end as it does
        }
    }

    void collect(int options)
    {
        int status = 0;
        rusage used {};
        if (m_over)
            return;
        const pid_t ended = ::wait4(m_pid, &status, options, &used);
        if (ended < 0 && errno == ECHILD) {
            m_over = true;
            m_end.exitCode = 1; // how it ended is not known
        }
        if (ended != m_pid)
            return;
        m_over = true;
        m_end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        m_end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        m_end.user = microseconds(used.ru_utime);
        m_end.system = microseconds(used.ru_stime);
        m_end.peak = std::int64_t(used.ru_maxrss) * 1024;
    }

    void readToTheEnd()
    {
        while (m_pipe.read >= 0 && readSome(m_pipe.read, m_output)) {
            m_output.release();
            pollfd waited[3] = { { m_signals.file(), POLLIN, 0 }, { m_pipe.read, POLLIN, 0 },
                { int(m_runner.waitHandle()), POLLIN, 0 } };
            ::poll(waited, 3, -1);
            if (waited[0].revents && isToEnd())
                return;
            // The compiler's own result counts: it has nothing to give back any more.
            if (waited[2].revents && m_runner.pending() == char(Answer::Preempt))
                endFamilyOf(0);
        }
    }

    // There is no compiler any more that could decide.
    bool isToEnd()
    {
        while (const int signal = m_signals.next()) {
            if (signal == SIGCHLD)
                continue;
            m_end.signal = signal;
            return true;
        }
        return false;
    }

    char** m_command;
    Connection& m_runner;
    HeldOutput& m_output;
    Signals m_signals;
    Pipe m_pipe;
    pid_t m_pid = -1;
    bool m_over = false;
    CompilerEnd m_end;
};

}

void prepareForMemoryTrouble()
{
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    constexpr int more = 200;
    constexpr int most = 1000;
    const int file = ::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    char text[16] = {};
    const int own = ::read(file, text, sizeof(text) - 1) > 0 ? std::atoi(text) : 0;
    const int length = std::snprintf(text, sizeof(text), "%d", own + more < most ? own + more : most);
    if (::pwrite(file, text, std::size_t(length), 0) < 0) { } // not allowed here
    ::close(file);
}

CompilerEnd runCompiler(char** command, Connection& runner, HeldOutput& output)
{
    return Run(command, runner, output).go();
}

void endLike(const CompilerEnd& end)
{
    if (end.signal != 0) {
        const rlimit none { 0, 0 }; // the compiler's own core file is enough
        ::setrlimit(RLIMIT_CORE, &none);
        ::signal(end.signal, SIG_DFL);
        ::raise(end.signal);
    }
    ::_exit(end.signal != 0 ? 128 + end.signal : end.exitCode);
}

void endWithoutCommand()
{
    static const char words[] = "torchmason-gate: no command; it is started by a build, as "
                                "torchmason-gate COMPILER ARGUMENT...\n";
    if (::write(STDERR_FILENO, words, sizeof(words) - 1) < 0) { } // there is no stderr
    ::_exit(2);
}

void writeOut(const char* bytes, std::size_t length)
{
    while (length > 0) {
        const ssize_t written = ::write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR)
            return; // it is not read any more
        if (written > 0) {
            bytes += written;
            length -= std::size_t(written);
        }
    }
}

}
