// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/StopLadder.h"

#include <QEventLoop>

namespace torchmason {

namespace {
constexpr Milliseconds lookEvery { 60 };
// A process that is replaced by its child again and again may slip through a look.
constexpr int surelyEmpty = 3;
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
    m_emptyLooks = 0;
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
    m_emptyLooks = members.isEmpty() ? m_emptyLooks + 1 : 0;
    if (m_emptyLooks >= surelyEmpty || (timeIsUp && m_rung == StopSignal::Kill)) {
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

QVector<qint64> stopAndWait(const std::shared_ptr<ProcessFamily>& family)
{
    StopLadder ladder(family, {});
    QEventLoop loop;
    QVector<qint64> left;
    QObject::connect(
        &ladder, &StopLadder::finished, &loop,
        [&](const QVector<qint64>& survivors) {
            left = survivors;
            loop.quit();
        },
        Qt::QueuedConnection);
    ladder.start();
    loop.exec();
    return left;
}

}
