// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessFamily.h"

#include "core/base/FileMode.h"
#include "core/base/KernelFile.h"
#include "core/process/ProcessTable.h"

#include <QProcess>
#include <QSet>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace torchmason {

namespace {

// When memory runs out, the system ends children before us.
constexpr int childMemoryPenalty = 300;

QByteArray childOomScore()
{
    const int own = readKernelFile(QStringLiteral("/proc/self/oom_score_adj")).trimmed().toInt();
    return QByteArray::number(std::min(1000, own + childMemoryPenalty));
}

// Runs between fork and exec: only calls that are safe there.
void enterOwnSession(const QByteArray& oomScore)
{
    ::setsid();
    takeUsualFileMode();
    for (const int signal : { SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGCHLD })
        ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        if (::write(file, oomScore.constData(), size_t(oomScore.size())) < 0) { } // not allowed: no harm
        ::close(file);
    }
}

}

struct ProcessFamily::State {
    QByteArray mark;
    QSet<qint64> sessions;
    bool withOrphans = false;
    qint64 noOrphan = 0;
};

ProcessFamily::ProcessFamily(QByteArray mark)
    : m_state(std::make_unique<State>(State { std::move(mark), {}, false, 0 }))
{
}

ProcessFamily::~ProcessFamily() = default;

void ProcessFamily::prepare(QProcess& process)
{
    process.setChildProcessModifier([score = childOomScore()] { enterOwnSession(score); });
}

bool ProcessFamily::adopt(qint64 pid)
{
    if (pid > 1)
        m_state->sessions.insert(pid);
    return pid > 1;
}

QVector<qint64> ProcessFamily::members() const
{
    const QVector<ProcessEntry> table = readProcesses();
    const qint64 self = ::getpid();
    const qint64 ownSession = ::getsid(0);
    QSet<qint64> family;
    for (const ProcessEntry& entry : table) {
        if (entry.isDead || entry.pid == self || entry.pid == 1 || entry.parent == 2)
            continue;
        const bool inSession = m_state->sessions.contains(entry.session);
        const bool isOrphan = m_state->withOrphans && entry.parent == self && entry.pid != m_state->noOrphan;
        const bool mayBeMarked = !m_state->mark.isEmpty() && entry.session != ownSession;
        if (inSession || isOrphan || (mayBeMarked && carriesMark(entry.pid, m_state->mark)))
            family.insert(entry.pid);
    }
    // Descendants, generation after generation.
    for (bool grew = !family.isEmpty(); grew;) {
        grew = false;
        for (const ProcessEntry& entry : table) {
            if (!entry.isDead && entry.pid != self && family.contains(entry.parent)
                && !family.contains(entry.pid)) {
                family.insert(entry.pid);
                grew = true;
            }
        }
    }
    return { family.cbegin(), family.cend() };
}

void ProcessFamily::send(StopSignal signal, const QVector<qint64>& members)
{
    const int number = signal == StopSignal::Interrupt ? SIGINT
        : signal == StopSignal::Terminate              ? SIGTERM
                                                       : SIGKILL;
    for (const qint64 pid : members) {
        ::kill(pid_t(pid), number);
        // A process that was paused takes no signal until it goes on.
        if (signal != StopSignal::Kill)
            ::kill(pid_t(pid), SIGCONT);
    }
}

void ProcessFamily::includeOrphans(qint64 except)
{
    m_state->withOrphans = true;
    m_state->noOrphan = except;
}

void becomeSubreaper()
{
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void allowManyFiles()
{
    constexpr rlim_t enough = 16384; // no more: some programs close all that they might have
    rlimit files {};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= enough)
        return;
    files.rlim_cur = std::min(enough, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
}

void reapOrphans()
{
    static QSet<qint64> deadBefore;
    QSet<qint64> dead;
    const qint64 self = ::getpid();
    for (const ProcessEntry& entry : readProcesses()) {
        if (entry.parent != self || !entry.isDead)
            continue;
        // QProcess collects its own children within milliseconds.
        if (deadBefore.contains(entry.pid))
            ::waitpid(pid_t(entry.pid), nullptr, WNOHANG);
        else
            dead.insert(entry.pid);
    }
    deadBefore = dead;
}

}
