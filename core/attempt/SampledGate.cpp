// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/SampledGate.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostHeldBackShown = 12;

// A compiler cache that calls the gate is there since before its compiler was let in.
void addLetIn(Sample& sample, const GateEdge& edge, qint64 begin)
{
    const Milliseconds age(sample.elapsed - (edge.since - begin));
    for (RunningEdge& running : sample.running) {
        if (running.output != edge.output)
            continue;
        running.expected = edge.expected;
        if (edge.phase == EdgePhase::Running)
            running.age = std::clamp(age, Milliseconds(0), std::max(running.age, Milliseconds(0)));
    }
}

}

void addGate(Sample& sample, const GateState& state, qint64 begin)
{
    GateSample gate;
    gate.jobs = state.limits.jobs;
    gate.memoryLimit = state.limits.memory;
    gate.preempted = state.preempted;
    gate.retried = state.retried;
    for (const GateEdge& edge : state.edges) {
        if (edge.phase != EdgePhase::Waiting) {
            ++gate.running;
            addLetIn(sample, edge, begin);
            continue;
        }
        ++gate.waitingCount;
        if (edge.heldBack && gate.heldBackCount++ < mostHeldBackShown)
            gate.heldBack.append({ edge.output, edge.language,
                Milliseconds(std::max<qint64>(0, state.now - edge.since)), edge.expected, edge.reason });
    }
    sample.gate = gate;
}

}
