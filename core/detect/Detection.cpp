// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Detection.h"

#include "core/base/Core.h"
#include "core/base/DetachedThread.h"
#include "core/detect/AskAll.h"
#include "core/detect/Probe.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

using Answers = std::vector<std::optional<FactsChange>>; // one for each probe

// Longer than any command's own limit: only for probes that cannot be ended.
constexpr Milliseconds patience { 20'000 };

ProbeContext realContext(const DetectionWishes& wishes, std::shared_ptr<const ProbeRunner> runner)
{
    ProbeContext context;
    context.environment = QProcessEnvironment::systemEnvironment();
    context.runner = std::move(runner);
    context.wishes = wishes;
    return context;
}

std::shared_ptr<ProcessProbeRunner> realRunner()
{
    return std::make_shared<ProcessProbeRunner>(QProcessEnvironment::systemEnvironment());
}

// In the order of the probes, whatever order they answered in.
HostFacts factsOf(const QVector<Probe>& probes, const Answers& answers, bool isOver)
{
    HostFacts facts;
    for (size_t at = 0; at < answers.size(); ++at) {
        if (answers[at])
            (*answers[at])(facts);
        else if (isOver)
            facts.unknown.append({ probes[qsizetype(at)].name,
                Core::tr("The probe did not respond within %1.").arg(formatDuration(patience)) });
    }
    return facts;
}

}

struct Detection::Round {
    std::shared_ptr<ProcessProbeRunner> runner = realRunner();
    QVector<Probe> probes = allProbes();
    Answers answers = Answers(size_t(probes.size()));
    bool isOver = false;

    HostFacts facts() const { return factsOf(probes, answers, isOver); }
};

Detection::Detection(QObject* parent)
    : QObject(parent)
    , m_round(std::make_unique<Round>())
{
}

Detection::~Detection()
{
    m_round->runner->cancel();
}

// The watchers bring the answers onto this object's thread, and end with it.
void Detection::start(const DetectionWishes& wishes)
{
    const ProbeContext context = realContext(wishes, m_round->runner);
    for (qsizetype at = 0; at < m_round->probes.size(); ++at) {
        const auto promise = std::make_shared<QPromise<FactsChange>>();
        auto* watcher = new QFutureWatcher<FactsChange>(this);
        connect(watcher, &QFutureWatcherBase::finished, this, [this, at, watcher] {
            if (watcher->future().isResultReadyAt(0))
                take(at, watcher->result());
        });
        promise->start();
        watcher->setFuture(promise->future());
        // One that gets no thread is told as one that did not answer.
        static_cast<void>(startDetached([promise, context, look = m_round->probes[at].look] {
            promise->addResult(look(context));
            promise->finish();
        }));
    }
    QTimer::singleShot(patience, this, &Detection::giveUp);
}

void Detection::take(qsizetype probe, const std::function<void(HostFacts&)>& change)
{
    if (m_round->isOver)
        return;
    Answers& answers = m_round->answers;
    answers[size_t(probe)] = change;
    const bool isOver = m_round->isOver
        = std::all_of(answers.begin(), answers.end(), [](const auto& answer) { return answer.has_value(); });
    const HostFacts facts = m_round->facts();
    emit probeFinished(m_round->probes[probe].name, facts);
    if (isOver)
        emit finished(facts);
}

void Detection::giveUp()
{
    if (std::exchange(m_round->isOver, true))
        return;
    const HostFacts facts = m_round->facts();
    for (qsizetype at = 0; at < m_round->probes.size(); ++at) {
        if (!m_round->answers[size_t(at)])
            emit probeFinished(m_round->probes[at].name, facts);
    }
    emit finished(facts);
}

HostFacts detectHost(const DetectionWishes& wishes)
{
    const auto runner = realRunner();
    const ProbeContext context = realContext(wishes, runner);
    const QVector<Probe> probes = allProbes();
    const Answers answers
        = askAll(probes, patience, [context](const Probe& probe) { return probe.look(context); });
    runner->cancel();
    return factsOf(probes, answers, true);
}

}
