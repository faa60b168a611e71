// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Detection.h"

#include "core/detect/DetectionRun.h"

#include <QTimer>

namespace torchmason {

// Shared with the probe threads, which may still be busy when the Detection is gone.
struct Detection::State {
    std::shared_ptr<DetectionRun> run;
};

Detection::Detection(QObject* parent)
    : QObject(parent)
    , m_state(std::make_shared<State>())
{
    qRegisterMetaType<HostFacts>();
}

Detection::~Detection()
{
    if (m_state->run)
        m_state->run->abandon();
}

bool Detection::isRunning() const
{
    return m_state->run && !m_state->run->isComplete();
}

void Detection::start(const DetectionWishes& wishes)
{
    if (m_state->run)
        m_state->run->abandon();
    m_state->run = std::make_shared<DetectionRun>(realProbeContext(wishes), allProbes());
    DetectionRun* const current = m_state->run.get();
    // Called on a probe's thread; the run calls nobody any more once it was abandoned.
    current->setListener([this, current](const QString& probe, const HostFacts& facts, bool last) {
        const auto tell = [this, current, probe, facts, last] {
            if (m_state->run.get() != current)
                return;
            emit probeFinished(probe, facts);
            if (last)
                emit finished(facts);
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
    QTimer::singleShot(DetectionRun::patience(), this, [run = m_state->run] { run->giveUp(); });
    DetectionRun::start(m_state->run);
}

HostFacts detectHost(const DetectionWishes& wishes)
{
    return detectWith(realProbeContext(wishes), allProbes());
}

HostFacts detectWith(const ProbeContext& context, const QVector<Probe>& probes)
{
    const auto run = std::make_shared<DetectionRun>(context, probes);
    DetectionRun::start(run);
    run->wait(DetectionRun::patience());
    run->giveUp();
    const HostFacts facts = run->facts();
    run->abandon();
    return facts;
}

}
