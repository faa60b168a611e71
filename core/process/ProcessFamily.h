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

// All processes that came out of one start, however they regrouped. Linux: everybody in the session of the
// first one, everybody who carries the mark in the environment, and the descendants of both. ninja gives
// each compiler a process group of its own, so groups are no help. Windows: a job object that dies with us.
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
    // From now on our own children count as members too, but for this one: who left session, mark and parent
    // behind came to us as the subreaper. Linux only.
    void includeOrphans(qint64 except);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// Names for people: "ninja (4711)".
QString processLabel(qint64 pid);
// Orphans of our children come to us instead of to init, so that nobody gets lost. Linux only.
void becomeSubreaper();
// A runner has a socket for each of its compilers, and pipes.
void allowManyFiles();
// Collects orphans that died with us as their adoptive parent. Call about once a second: what was dead the
// time before as well is nobody else's. Linux only.
void reapOrphans();

}
