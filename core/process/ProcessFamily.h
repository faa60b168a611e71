// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>
#include <QVector>

#include <memory>

class QProcess;

namespace torchmason {

// The rungs of the ladder. On Windows Terminate and Interrupt are both CTRL_BREAK.
enum class StopSignal {
    Interrupt,
    Terminate,
    Kill,
};

// All processes that came out of one start. Linux: those in the session of the first one, those that carry
// the mark in their environment, and the descendants of both; a session in which one was seen counts from
// then on. Process groups do not tell: ninja gives each compiler its own. Windows: a job object, which ends
// with our process.
class ProcessFamily {
public:
    // `mark`: "NAME=VALUE" in the environment of the children, unique; empty where there is none.
    explicit ProcessFamily(QByteArray mark);
    ~ProcessFamily();
    ProcessFamily(const ProcessFamily&) = delete;

    // Before the start: makes the child lead its own session (Linux) or begin suspended (Windows).
    void prepare(QProcess& process);
    // After the start. False where the system refused (Windows: the job).
    bool adopt(qint64 pid);
    // Makes a control group (cgroup v2) for them, whom nobody can leave by himself, and answers its folder,
    // which goes with this object; empty where the system does not let us, and everywhere but on Linux.
    QByteArray makeCgroup(const QString& name);
    // What is started from now on carries this mark, the family's own or another one's, also where it leaves
    // session, parent and environment behind, and is found by it. Linux only.
    void markStarted(const QByteArray& mark);
    // What is started from now on begins in that group.
    void beginIn(const QByteArray& cgroup);
    // All in that group are members, and a kill reaches them at one moment.
    void includeCgroup(const QByteArray& cgroup);

    // Living members, never ourselves. One that begins another process and ends at the same moment may be
    // missed once.
    QVector<qint64> members();
    // A kill reaches the members' process groups, too: all at one moment, whoever was born meanwhile.
    void send(StopSignal signal, const QVector<qint64>& members);
    // From now on our own children count as members too, but for `except`: a process that left session, mark
    // and parent behind becomes our child. Linux only.
    void includeOrphans(qint64 except);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// "ninja (4711)", for people.
QString processLabel(qint64 pid);
// Orphans of our children become our children, not those of init, so that they are still found. Linux only.
void becomeSubreaper();
// A runner has a socket for each of its compilers, and pipes.
void allowManyFiles();
// Collects such orphans when they have ended: those that were dead at the call before, too, and that no
// QProcess waits for. Call about once a second. Answers the sessions, other than ours, of our living
// children. Linux only.
QSet<qint64> reapOrphans();

}
