// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QMetaType>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// Less than one compiler of a large file takes, so that all would run one after the other.
constexpr Bytes leastMemoryLimit = 256 * mebibyte;

// What the person in front of the machine allows.
struct GateLimits {
    int jobs = 1; // compilers at the same time
    std::optional<Bytes> memory; // of all compilers together
};

// The machine at one moment. What is not known does not hold anybody back.
struct GateMachine {
    std::optional<Bytes> total;
    std::optional<Bytes> available;
    std::optional<double> pressure; // percent of time in which a process waits for memory
};

enum class EdgePhase {
    Waiting,
    Running,
    Yielding, // told to end; waits again once it has
};

// One compiler that asked. Times are monotonic milliseconds.
struct GateEdge {
    qint64 id = 0;
    QString output; // as the command names it
    QString language; // "C++", "C", "CUDA", "link", "other"
    EdgePhase phase = EdgePhase::Waiting;
    Bytes expected = 0; // peak
    Bytes current = 0; // now, with its children, without its launcher
    Bytes least = 0; // it had more than was expected, now or in an earlier run: no less is expected any more
    qint64 since = 0; // it waits, or runs
    bool alone = false; // it ran out of memory before
    QString reason; // why it waits: "needs 4.5 GB, 3.1 GB are free"
    bool heldBack = false; // for want of memory; all others wait until a job is free, as without a gate
    qint64 heldBackFor = 0; // milliseconds in which it was, over all its runs
};

// Decides which compilers may start, so that they never need more memory together than there is. Passive:
// the owner tells what asks, runs and ends and what the machine has, and calls admit() and preempt(). What a
// running compiler is expected to need on top of what it has is set aside. Light ones go past heavy ones that
// wait; one that has waited long is given room; one always runs.
class Admission {
public:
    explicit Admission(GateLimits limits = {});

    void setLimits(GateLimits limits) { m_limits = limits; }
    const GateLimits& limits() const { return m_limits; }

    void ask(const GateEdge& edge); // at the end of the line
    void ended(qint64 id);
    void measured(qint64 id, Bytes current);
    // More is known now of one that waits or runs: this is its expected peak.
    void expect(qint64 id, Bytes peak);
    // It ended because it was told to, or had no memory: it waits again, for at least `peak`.
    void yielded(qint64 id, Bytes peak, qint64 now);
    void outOfMemory(qint64 id, Bytes peak, qint64 now);

    // Which may start now. They count as running from here on.
    QVector<qint64> admit(const GateMachine& machine, qint64 now);
    // Which one should end and start again later, because memory is nearly gone: the youngest of the heavy
    // ones, never the only one. It counts as yielding from here on. None while another one still yields.
    std::optional<qint64> preempt(const GateMachine& machine, qint64 now);

    const QVector<GateEdge>& edges() const { return m_edges; } // in the order in which they asked
    int count(EdgePhase phase) const;

private:
    GateEdge* find(qint64 id);
    Bytes reserve(const GateMachine& machine) const;
    // Memory that no compiler has or is expected to take; nullopt where nothing is known and nothing limits.
    std::optional<Bytes> freeMemory(const GateMachine& machine) const;
    bool fits(const GateEdge& edge, std::optional<Bytes> free) const;

    GateLimits m_limits;
    QVector<GateEdge> m_edges;
    qint64 m_lastPreemption = -1'000'000;
    qint64 m_lastAdmission = 0;
};

// The memory gate at one moment, as it is shown.
struct GateState {
    GateLimits limits;
    QVector<GateEdge> edges; // running, yielding and waiting, in the order in which they asked
    qint64 preempted = 0; // since the build began
    qint64 retried = 0; // that had run out of memory
    qint64 now = 0; // monotonic, as the edges' times
};

// One command that ended, as its launcher measured it.
struct MeasuredEdge {
    QString output;
    QString language;
    Milliseconds wall { 0 }; // of the run that counts, without waiting
    qint64 ended = 0; // monotonic milliseconds: when its job became free; 0: not known
    Bytes peak = 0; // of its processes together, as far as that was seen
    Milliseconds processor { 0 }; // time that they had of processors, user and system
    Milliseconds heldBack { 0 }; // it waited for memory, before and between its runs
    int restarts = 0; // after it was ended for want of memory, or ended so by itself
};

}

Q_DECLARE_METATYPE(torchmason::GateState)
Q_DECLARE_METATYPE(torchmason::MeasuredEdge)
