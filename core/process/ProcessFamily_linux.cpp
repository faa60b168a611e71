// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessFamily.h"

#include "core/base/FileMode.h"
#include "core/base/KernelFile.h"
#include "core/process/ProcessTable.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QSet>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
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
void writeFile(const char* path, const char* text, size_t length)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (::write(file, text, length) < 0) { } // not allowed: no harm
    ::close(file);
}

// Those that QProcess waits for: it holds a file descriptor of each (a pidfd, whose entry in /proc names the
// process). Where the system has none, its signal handler collects them at once.
QSet<qint64> childrenOfQProcess()
{
    QSet<qint64> children;
    const QString folder = QStringLiteral("/proc/self/fdinfo");
    for (const QString& descriptor : QDir(folder).entryList(QDir::Files)) {
        for (const QByteArray& line : readKernelFile(folder + QLatin1Char('/') + descriptor).split('\n')) {
            if (line.startsWith("Pid:"))
                children.insert(line.sliced(4).trimmed().toLongLong());
        }
    }
    return children;
}

// A limit goes from parent to child whatever else a child leaves behind, and hardly a program asks for this
// one: the bytes that message queues may take, 819,200 as a rule. So a number of its own is the mark of an
// attempt. 0: none can be had.
rlim_t limitFor(const QByteArray& mark)
{
    constexpr rlim_t usual = 819'200;
    rlimit now {};
    if (mark.isEmpty() || ::getrlimit(RLIMIT_MSGQUEUE, &now) != 0 || now.rlim_max < usual)
        return 0;
    const QByteArray hash = QCryptographicHash::hash(mark, QCryptographicHash::Sha1).first(4);
    return usual / 2 + hash.toHex().toUInt(nullptr, 16) % (usual / 2);
}

bool hasLimit(qint64 pid, rlim_t limit)
{
    const QByteArray limits = readKernelFile(QStringLiteral("/proc/%1/limits").arg(pid));
    const QByteArray name = "Max msgqueue size";
    const qsizetype at = limits.indexOf(name);
    return at >= 0
        && limits.mid(at + name.size(), 40).simplified().split(' ').value(0).toULongLong() == limit;
}

void enterOwnSession(const QByteArray& oomScore, bool endsWithUs, const QByteArray& cgroupFile, rlim_t limit)
{
    rlimit queues {};
    if (limit > 0 && ::getrlimit(RLIMIT_MSGQUEUE, &queues) == 0) {
        queues.rlim_cur = limit;
        ::setrlimit(RLIMIT_MSGQUEUE, &queues);
    }
    if (!cgroupFile.isEmpty())
        writeFile(cgroupFile.constData(), "0", 1);
    ::setsid();
    // Where our sentinel is killed together with us: ninja passes it on to its compilers.
    if (endsWithUs)
        ::prctl(PR_SET_PDEATHSIG, SIGINT, 0, 0, 0);
    takeUsualFileMode();
    for (const int signal : { SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGCHLD })
        ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    writeFile("/proc/self/oom_score_adj", oomScore.constData(), size_t(oomScore.size()));
}

// Our own in the tree of version 2, which lies below the other one where a machine has both.
QByteArray ownCgroup()
{
    for (const QByteArray& line : readKernelFile(QStringLiteral("/proc/self/cgroup")).split('\n')) {
        if (!line.startsWith("0::/"))
            continue;
        for (const char* mount : { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" }) {
            if (::access((QByteArray(mount) + "/cgroup.procs").constData(), F_OK) == 0)
                return mount + line.mid(3);
        }
    }
    return {};
}

}

struct ProcessFamily::State {
    QByteArray mark;
    QSet<qint64> sessions;
    QSet<qint64> groups; // of the members that were seen, until they are killed or empty
    QHash<qint64, qint64> dead; // by group, the newest of those that nobody has collected yet
    QByteArray cgroup; // its members are ours
    QByteArray beginsIn;
    rlim_t limit = 0; // of our members
    rlim_t limitOfStarted = 0;
    bool withOrphans = false;
    qint64 noOrphan = 0;
};

ProcessFamily::ProcessFamily(QByteArray mark)
    : m_state(std::make_unique<State>())
{
    m_state->mark = std::move(mark);
    m_state->limit = limitFor(m_state->mark);
}

ProcessFamily::~ProcessFamily()
{
    if (!m_state->cgroup.isEmpty())
        ::rmdir(m_state->cgroup.constData()); // which fails while somebody is in it
}

QByteArray ProcessFamily::makeCgroup(const QString& name)
{
    const QByteArray own = ownCgroup();
    const QByteArray folder = own + (own.endsWith('/') ? "" : "/") + name.toUtf8();
    // Older kernels (before 5.14) have no cgroup.kill, and without it the group is of little use.
    if (own.isEmpty() || ::mkdir(folder.constData(), 0755) != 0)
        return {};
    if (::access((folder + "/cgroup.kill").constData(), W_OK) != 0
        || ::access((folder + "/cgroup.procs").constData(), W_OK) != 0) {
        ::rmdir(folder.constData());
        return {};
    }
    includeCgroup(folder);
    return folder;
}

void ProcessFamily::markStarted(const QByteArray& mark)
{
    m_state->limitOfStarted = limitFor(mark);
    if (mark != m_state->mark)
        m_state->limit = 0; // nobody carries it
}

void ProcessFamily::beginIn(const QByteArray& cgroup)
{
    m_state->beginsIn = cgroup.isEmpty() ? QByteArray() : cgroup + "/cgroup.procs";
}

void ProcessFamily::includeCgroup(const QByteArray& cgroup)
{
    m_state->cgroup = cgroup;
}

void ProcessFamily::prepare(QProcess& process)
{
    process.setChildProcessModifier(
        [score = childOomScore(), endsWithUs = !m_state->mark.isEmpty(), file = m_state->beginsIn,
            limit = m_state->limitOfStarted] { enterOwnSession(score, endsWithUs, file, limit); });
}

bool ProcessFamily::adopt(qint64 pid)
{
    if (pid > 1)
        m_state->sessions.insert(pid);
    return pid > 1;
}

QVector<qint64> ProcessFamily::members()
{
    const QVector<ProcessEntry> table = readProcesses();
    const qint64 self = ::getpid();
    const qint64 ownSession = ::getsid(0);
    QSet<qint64> family;
    QSet<qint64> groupsNow;
    if (!m_state->cgroup.isEmpty()) {
        for (const QByteArray& pid :
            readKernelFile(QFile::decodeName(m_state->cgroup + "/cgroup.procs")).split('\n')) {
            if (!pid.isEmpty() && pid.toLongLong() != self)
                family.insert(pid.toLongLong());
        }
    }
    // In another session than ours there are none but those who came out of the start.
    const auto add = [&](const ProcessEntry& entry) {
        family.insert(entry.pid);
        if (entry.session == ownSession || entry.session <= 1)
            return;
        m_state->sessions.insert(entry.session);
        if (entry.group > 1)
            groupsNow.insert(entry.group);
    };
    for (const ProcessEntry& entry : table) {
        if (entry.isDead || entry.pid == self || entry.pid == 1 || entry.parent == 2)
            continue;
        const bool inSession = m_state->sessions.contains(entry.session);
        const bool isOrphan = m_state->withOrphans && entry.parent == self && entry.pid != m_state->noOrphan;
        const bool mayBeMarked = !m_state->mark.isEmpty() && entry.session != ownSession;
        const auto isMarked = [&] {
            return carriesMark(entry.pid, m_state->mark)
                || (m_state->limit > 0 && hasLimit(entry.pid, m_state->limit));
        };
        if (inSession || isOrphan || (mayBeMarked && isMarked()))
            add(entry);
    }
    // Descendants, generation after generation.
    for (bool grew = !family.isEmpty(); grew;) {
        grew = false;
        for (const ProcessEntry& entry : table) {
            if (!entry.isDead && entry.pid != self && family.contains(entry.parent)
                && !family.contains(entry.pid)) {
                add(entry);
                grew = true;
            }
        }
    }
    QHash<qint64, qint64> dead;
    for (const ProcessEntry& entry : table) {
        if (entry.isDead)
            dead[entry.group] = std::max(dead.value(entry.group), entry.pid);
    }
    // Who is replaced by his child all the time slips through a look. His group is there for all that, and
    // its dead become more.
    for (const qint64 group : m_state->groups - groupsNow) {
        const bool onlyDead = dead.contains(group) && dead[group] == m_state->dead.value(group);
        if (!onlyDead && ::kill(-pid_t(group), 0) == 0) {
            groupsNow.insert(group);
            family.insert(group);
        }
    }
    m_state->groups = groupsNow;
    m_state->dead = dead;
    return { family.cbegin(), family.cend() };
}

void ProcessFamily::send(StopSignal signal, const QVector<qint64>& members)
{
    const int number = signal == StopSignal::Interrupt ? SIGINT
        : signal == StopSignal::Terminate              ? SIGTERM
                                                       : SIGKILL;
    if (signal == StopSignal::Kill) {
        if (!m_state->cgroup.isEmpty())
            writeFile((m_state->cgroup + "/cgroup.kill").constData(), "1", 1);
        for (const qint64 group : std::as_const(m_state->groups))
            ::kill(-pid_t(group), SIGKILL);
        m_state->groups.clear(); // nobody in them has escaped
    }
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

QSet<qint64> reapOrphans()
{
    static QSet<qint64> deadBefore;
    QSet<qint64> dead;
    QSet<qint64> sessions;
    const qint64 self = ::getpid();
    const qint64 ownSession = ::getsid(0);
    for (const ProcessEntry& entry : readProcesses()) {
        if (entry.parent != self)
            continue;
        if (!entry.isDead) {
            if (entry.session != ownSession)
                sessions.insert(entry.session);
            continue;
        }
        dead.insert(entry.pid);
    }
    const QSet<qint64> deadAgain = dead & deadBefore;
    if (!deadAgain.isEmpty()) {
        // A busy machine lets QProcess be late by seconds, and a child that was taken from it "crashed".
        for (const qint64 orphan : deadAgain - childrenOfQProcess())
            ::waitpid(pid_t(orphan), nullptr, WNOHANG);
    }
    deadBefore = dead;
    return sessions;
}

}
