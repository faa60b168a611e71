// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/DetectionRun.h"

#include <QMutexLocker>
#include <QThreadPool>

#include <algorithm>

namespace torchmason {

namespace {

// Never destroyed: a probe that hangs in the kernel must not hold up the end of the program.
QThreadPool& probePool()
{
    static QThreadPool* const pool = [] {
        auto* made = new QThreadPool;
        made->setMaxThreadCount(32); // they wait, they do not compute
        return made;
    }();
    return *pool;
}

void cancelCommands(const ProbeContext& context)
{
    const auto runner = std::dynamic_pointer_cast<const ProcessProbeRunner>(context.runner);
    if (runner)
        std::const_pointer_cast<ProcessProbeRunner>(runner)->cancel();
}

}

ProbeContext realProbeContext(const DetectionWishes& wishes)
{
    ProbeContext context;
    context.environment = QProcessEnvironment::systemEnvironment();
    context.runner = std::make_shared<ProcessProbeRunner>(context.environment);
    context.wishes = wishes;
    return context;
}

void arrange(HostFacts& facts)
{
    static const QStringList order { QStringLiteral("cmake"), QStringLiteral("ninja"), QStringLiteral("git"),
        QStringLiteral("ccache"), QStringLiteral("sccache"), QStringLiteral("distcc"),
        QStringLiteral("apt-get"), QStringLiteral("dpkg-source") };
    std::stable_sort(
        facts.tools.begin(), facts.tools.end(), [](const ToolFacts& left, const ToolFacts& right) {
            return order.indexOf(left.name) < order.indexOf(right.name);
        });
    std::stable_sort(facts.unknown.begin(), facts.unknown.end(),
        [](const UnknownFact& left, const UnknownFact& right) { return left.probe < right.probe; });
}

DetectionRun::DetectionRun(ProbeContext context, QVector<Probe> probes)
    : m_context(std::move(context))
    , m_probes(std::move(probes))
{
    for (const Probe& probe : m_probes)
        m_waiting.insert(probe.name);
}

void DetectionRun::start(const std::shared_ptr<DetectionRun>& run)
{
    for (const Probe& probe : run->m_probes)
        probePool().start([run, probe] { run->answer(probe, probe.look(run->m_context)); });
}

void DetectionRun::tell(const QString& probe)
{
    if (m_listener)
        m_listener(probe, m_facts, m_waiting.isEmpty());
}

void DetectionRun::answer(const Probe& probe, const FactsChange& change)
{
    const QMutexLocker lock(&m_mutex);
    if (!m_waiting.remove(probe.name))
        return;
    change(m_facts);
    arrange(m_facts);
    tell(probe.name);
    m_changed.wakeAll();
}

void DetectionRun::wait(Milliseconds limit)
{
    const QMutexLocker lock(&m_mutex);
    const QDeadlineTimer deadline(limit);
    while (!m_waiting.isEmpty() && m_changed.wait(&m_mutex, deadline)) { }
}

void DetectionRun::giveUp()
{
    const QMutexLocker lock(&m_mutex);
    const QStringList late(m_waiting.cbegin(), m_waiting.cend());
    for (const QString& probe : late) {
        m_waiting.remove(probe);
        m_facts.unknown.append(
            { probe, QStringLiteral("The probe did not answer within %1.").arg(formatDuration(patience())) });
        arrange(m_facts);
        tell(probe);
    }
}

void DetectionRun::abandon()
{
    cancelCommands(m_context);
    const QMutexLocker lock(&m_mutex);
    m_listener = nullptr;
    m_waiting.clear();
}

bool DetectionRun::isComplete() const
{
    const QMutexLocker lock(&m_mutex);
    return m_waiting.isEmpty();
}

HostFacts DetectionRun::facts() const
{
    const QMutexLocker lock(&m_mutex);
    return m_facts;
}

}
