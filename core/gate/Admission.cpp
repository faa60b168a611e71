// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/Admission.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr qint64 longWait = 60'000; // then room is kept for it
constexpr qint64 betweenPreemptions = 1500; // memory needs a moment to come back
constexpr qint64 longestYield = 20'000; // one that takes longer may hang, and others must do
constexpr Bytes heavy = 200 * mebibyte; // ending less than this does not help
constexpr double highPressure = 25.0; // percent

Bytes growth(const GateEdge& edge)
{
    return edge.expected > edge.current ? edge.expected - edge.current : 0;
}

// A compiler that has more than was expected will rather need more still.
Bytes raised(Bytes peak)
{
    constexpr Bytes most = Bytes(1) << 50; // whatever a launcher says
    return std::min(peak, most) + std::min(peak, most) / 4;
}

Bytes difference(Bytes from, Bytes what)
{
    return from > what ? from - what : 0;
}

}

Admission::Admission(GateLimits limits)
    : m_limits(limits)
{
}

GateEdge* Admission::find(qint64 id)
{
    const auto found
        = std::find_if(m_edges.begin(), m_edges.end(), [id](const GateEdge& edge) { return edge.id == id; });
    return found == m_edges.end() ? nullptr : &*found;
}

int Admission::count(EdgePhase phase) const
{
    return int(std::count_if(
        m_edges.begin(), m_edges.end(), [phase](const GateEdge& edge) { return edge.phase == phase; }));
}

void Admission::ask(const GateEdge& edge)
{
    m_edges.append(edge);
    m_edges.last().phase = EdgePhase::Waiting;
}

void Admission::ended(qint64 id)
{
    m_edges.erase(
        std::remove_if(m_edges.begin(), m_edges.end(), [id](const GateEdge& edge) { return edge.id == id; }),
        m_edges.end());
}

void Admission::measured(qint64 id, Bytes current)
{
    GateEdge* edge = find(id);
    if (!edge)
        return;
    edge->current = current;
    if (current > edge->expected)
        edge->expected = edge->least = current + current / 8;
}

void Admission::expect(qint64 id, Bytes peak)
{
    if (GateEdge* edge = find(id))
        edge->expected = std::max({ peak, edge->least, edge->current });
}

void Admission::yielded(qint64 id, Bytes peak, qint64 now)
{
    GateEdge* edge = find(id);
    if (!edge)
        return;
    edge->phase = EdgePhase::Waiting;
    edge->expected = std::max(edge->expected, raised(std::max(peak, edge->current)));
    edge->least = edge->expected;
    edge->current = 0;
    edge->since = now;
}

void Admission::outOfMemory(qint64 id, Bytes peak, qint64 now)
{
    yielded(id, peak, now);
    if (GateEdge* edge = find(id))
        edge->alone = true;
}

Bytes Admission::reserve(const GateMachine& machine) const
{
    // For the window, the system's caches, and the error of what is expected.
    return std::max<Bytes>(256 * mebibyte, machine.total.value_or(0) / 32);
}

std::optional<Bytes> Admission::freeMemory(const GateMachine& machine) const
{
    Bytes taken = 0; // now or later
    Bytes toCome = 0;
    for (const GateEdge& edge : m_edges) {
        if (edge.phase == EdgePhase::Waiting)
            continue;
        taken += std::max(edge.expected, edge.current);
        toCome += growth(edge);
    }
    std::optional<Bytes> free;
    if (machine.available)
        free = difference(*machine.available, toCome + reserve(machine));
    if (m_limits.memory) {
        const Bytes below = difference(*m_limits.memory, taken + *m_limits.memory / 32);
        free = free ? std::min(*free, below) : below;
    }
    return free;
}

bool Admission::fits(const GateEdge& edge, std::optional<Bytes> free) const
{
    return !free || edge.expected <= *free;
}

QVector<qint64> Admission::admit(const GateMachine& machine, qint64 now)
{
    QVector<qint64> admitted;
    const qint64 passed = std::max<qint64>(0, now - std::exchange(m_lastAdmission, now));
    int running = int(m_edges.size()) - count(EdgePhase::Waiting);
    const bool isPressed = machine.pressure.value_or(0) > highPressure;
    // Room is kept for the one that has waited longest, once it has waited long: all of it for one that runs
    // alone.
    Bytes kept = 0;
    const bool madeWayFor = std::any_of(m_edges.begin(), m_edges.end(), [now](const GateEdge& edge) {
        return edge.alone && edge.phase == EdgePhase::Waiting && now - edge.since > longWait;
    });
    bool oneIsAlone = std::any_of(m_edges.begin(), m_edges.end(),
        [](const GateEdge& edge) { return edge.alone && edge.phase != EdgePhase::Waiting; });
    for (GateEdge& edge : m_edges) {
        if (edge.phase != EdgePhase::Waiting)
            continue;
        if (edge.heldBack)
            edge.heldBackFor += passed;
        const std::optional<Bytes> free = freeMemory(machine);
        edge.reason = running > 0 && running >= m_limits.jobs
            ? QStringLiteral("%1 of %2 jobs run").arg(running).arg(m_limits.jobs)
            : QString();
        edge.heldBack = false;
        if (running > 0 && edge.reason.isEmpty()) {
            if (oneIsAlone)
                edge.reason = QStringLiteral("another one runs alone, because it ran out of memory before");
            else if (edge.alone)
                edge.reason = QStringLiteral("ran out of memory before; starts when nothing else runs");
            else if (madeWayFor)
                edge.reason = QStringLiteral("one that ran out of memory has waited longer, and runs alone");
            else if (isPressed)
                edge.reason = QStringLiteral("the system already waits for memory");
            else if (!fits(edge, free ? std::optional(difference(*free, kept)) : free))
                edge.reason = kept > 0 && fits(edge, free)
                    ? QStringLiteral("room is kept for one that has waited longer")
                    : QStringLiteral("needs %1, %2 are free")
                          .arg(formatBytes(edge.expected), formatBytes(*free));
            edge.heldBack = !edge.reason.isEmpty();
        }
        if (running == 0 && madeWayFor && !edge.alone) {
            edge.reason = QStringLiteral("one that ran out of memory has waited longer, and runs alone");
            edge.heldBack = true;
        }
        if (edge.reason.isEmpty()) {
            edge.phase = EdgePhase::Running;
            edge.since = now;
            edge.current = 0;
            oneIsAlone = oneIsAlone || edge.alone;
            ++running;
            admitted << edge.id;
        } else if (kept == 0 && now - edge.since > longWait) {
            kept = edge.expected;
        }
    }
    return admitted;
}

std::optional<qint64> Admission::preempt(const GateMachine& machine, qint64 now)
{
    const bool oneYields = std::any_of(m_edges.begin(), m_edges.end(), [now](const GateEdge& edge) {
        return edge.phase == EdgePhase::Yielding && now - edge.since < longestYield;
    });
    if (now - m_lastPreemption < betweenPreemptions || oneYields || count(EdgePhase::Running) < 2)
        return std::nullopt;
    Bytes used = 0;
    for (const GateEdge& edge : m_edges)
        used += edge.current;
    const bool isNearlyGone = machine.available && *machine.available < reserve(machine) / 2;
    const bool isOverLimit = m_limits.memory && used > *m_limits.memory - *m_limits.memory / 64;
    if (!isNearlyGone && !isOverLimit)
        return std::nullopt;
    GateEdge* youngest = nullptr;
    for (GateEdge& edge : m_edges) {
        if (edge.phase == EdgePhase::Running && edge.current >= heavy && !edge.alone
            && (!youngest || edge.since > youngest->since))
            youngest = &edge;
    }
    if (!youngest)
        return std::nullopt;
    youngest->phase = EdgePhase::Yielding;
    youngest->since = now;
    m_lastPreemption = now;
    return youngest->id;
}

}
