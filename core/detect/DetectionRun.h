// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

#include <QMutex>
#include <QSet>
#include <QWaitCondition>

namespace torchmason {

// One round of probes on pool threads. Facts are collected under a mutex; whoever waits may give up on
// probes that hang in the kernel (a dead network share), whose late answers are dropped.
class DetectionRun {
public:
    // `last` is true once: when every probe has answered or was given up.
    using Listener = std::function<void(const QString& probe, const HostFacts& facts, bool last)>;

    DetectionRun(ProbeContext context, QVector<Probe> probes);

    static void start(const std::shared_ptr<DetectionRun>& run);
    void setListener(Listener listener) { m_listener = std::move(listener); }
    // Longer than any command's own limit: only for probes that cannot be ended.
    static Milliseconds patience() { return Milliseconds(6000); }

    void wait(Milliseconds limit);
    void giveUp(); // probes without an answer become UnknownFacts
    void abandon(); // nobody listens any more; running commands are ended
    bool isComplete() const;
    HostFacts facts() const;

private:
    void answer(const Probe& probe, const FactsChange& change);
    void tell(const QString& probe);

    const ProbeContext m_context;
    const QVector<Probe> m_probes;
    Listener m_listener;
    mutable QMutex m_mutex;
    QWaitCondition m_changed;
    QSet<QString> m_waiting;
    HostFacts m_facts;
};

// The real machine with the program's own environment.
ProbeContext realProbeContext(const DetectionWishes& wishes);
// Runs `probes` and waits; tests pass their own context.
HostFacts detectWith(const ProbeContext& context, const QVector<Probe>& probes);
// Brings lists into the order in which people read them, whatever order the probes answered in.
void arrange(HostFacts& facts);

}
