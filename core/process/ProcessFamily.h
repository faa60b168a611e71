// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
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
// the mark in their environment, and the descendants of both. Process groups do not tell: ninja gives each
// compiler its own. Windows: a job object, which ends with our process.
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
    // Living members, never ourselves.
    QVector<qint64> members() const;
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
// Collects such orphans when they have ended. Call about once a second: one that was dead at the call before,
// too, is waited for by nothing else. Linux only.
void reapOrphans();

}
