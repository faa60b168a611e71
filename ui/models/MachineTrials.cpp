// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/MachineTrials.h"

#include "core/trial/TrialSession.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"

#include <algorithm>

namespace torchmason {

MachineTrials& MachineTrials::of(BuildDraft& draft)
{
    auto* there = draft.findChild<MachineTrials*>(QString(), Qt::FindDirectChildrenOnly);
    return there ? *there : *new MachineTrials(draft);
}

MachineTrials::MachineTrials(BuildDraft& draft)
    : QObject(&draft)
    , m_draft(draft)
{
}

MachineTrials::~MachineTrials() = default;

bool MachineTrials::canStart() const
{
    const MachineFacts& machine = m_draft.machine();
    return !isRunning() && machine.isComplete() && !machine.isLooking() && machine.isOwn();
}

bool MachineTrials::isStopping() const
{
    return m_session && m_session->wasCancelled();
}

int MachineTrials::done() const
{
    return int(std::count_if(
        m_trials.begin(), m_trials.end(), [](const TrialFacts& trial) { return !trial.state.isEmpty(); }));
}

void MachineTrials::start()
{
    if (!canStart())
        return;
    m_trials.clear();
    m_trouble.clear();
    m_session = std::make_unique<TrialSession>();
    TrialSession* const session = m_session.get();
    connect(session, &TrialSession::planned, this, [this](const QVector<TrialFacts>& planned) {
        m_trials = planned;
        emit changed();
    });
    connect(session, &TrialSession::answered, this, [this](const TrialFacts& trial, int index) {
        m_trials[index] = trial;
        emit changed();
    });
    connect(session, &TrialSession::finished, this, &MachineTrials::finish);
    const HostFacts& facts = m_draft.machine().facts();
    session->start(m_draft.profile() ? TrialQuestion { facts, *m_draft.profile(), m_draft.draftedRequest() }
                                     : trialQuestion(facts, nullptr, {}));
    emit changed();
}

void MachineTrials::stop()
{
    if (m_session)
        m_session->cancel();
    emit changed();
}

// A trial that was stopped has no result; the result before it stays.
void MachineTrials::finish(const QVector<TrialFacts>& results, const QString& trouble)
{
    QVector<TrialFacts> answers = results;
    if (m_session->wasCancelled())
        answers.removeIf([](const TrialFacts& trial) { return !trial.at; });
    m_session.release()->deleteLater(); // it is calling us
    m_trials.clear();
    m_trouble = trouble;
    m_draft.machine().addTrials(answers);
    emit changed();
}

}
