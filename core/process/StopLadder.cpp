// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/StopLadder.h"

namespace torchmason {

namespace {
constexpr Milliseconds lookEvery { 60 };
}

StopLadder::StopLadder(std::shared_ptr<ProcessFamily> family, LadderPauses pauses, QObject* parent)
    : QObject(parent)
    , m_family(std::move(family))
    , m_pauses(pauses)
{
    m_timer.setInterval(lookEvery);
    connect(&m_timer, &QTimer::timeout, this, &StopLadder::step);
}

void StopLadder::start()
{
    if (m_timer.isActive())
        return;
    m_rung = StopSignal::Interrupt;
    m_told.clear();
    m_onRung.start();
    m_timer.start();
    step();
}

Milliseconds StopLadder::pause() const
{
    if (m_rung == StopSignal::Interrupt)
        return m_pauses.interrupt;
    return m_rung == StopSignal::Terminate ? m_pauses.terminate : m_pauses.kill;
}

void StopLadder::climb()
{
    m_rung = m_rung == StopSignal::Interrupt ? StopSignal::Terminate : StopSignal::Kill;
    m_told.clear();
    m_onRung.restart();
}

void StopLadder::step()
{
    const QVector<qint64> members = m_family->members();
    const bool timeIsUp = m_onRung.elapsed() >= pause().count();
    if (members.isEmpty() || (timeIsUp && m_rung == StopSignal::Kill)) {
        m_timer.stop();
        emit finished(members);
        return;
    }
    if (timeIsUp)
        climb();
    QVector<qint64> untold;
    for (const qint64 pid : members) {
        // A kill is repeated: a member may have been born between the look and the signal.
        if (m_rung == StopSignal::Kill || !m_told.contains(pid))
            untold << pid;
        m_told.insert(pid);
    }
    if (untold.isEmpty())
        return;
    m_family->send(m_rung, untold);
    emit signalled(m_rung, untold);
}

}
