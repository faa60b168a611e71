// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessPool.h"

#include <algorithm>

namespace torchmason {

ProcessPool::ProcessPool(int most, QObject* parent)
    : QObject(parent)
    , m_most(std::max(1, most))
{
}

ProcessRunner* ProcessPool::add(const ProcessStart& start)
{
    auto* runner = new ProcessRunner(this);
    m_waiting.push_back({ runner, start });
    QMetaObject::invokeMethod(this, &ProcessPool::startWhatFits, Qt::QueuedConnection);
    return runner;
}

void ProcessPool::startWhatFits()
{
    while (!m_waiting.empty() && int(m_running.size()) < m_most) {
        const Waiting next = m_waiting.front();
        m_waiting.pop_front();
        m_running.push_back(next.runner);
        connect(
            next.runner, &ProcessRunner::finished, this, [this, runner = next.runner] { forget(runner); });
        next.runner->start(next.start);
    }
}

void ProcessPool::forget(ProcessRunner* runner)
{
    m_running.erase(std::remove(m_running.begin(), m_running.end(), runner), m_running.end());
    runner->deleteLater();
    startWhatFits();
}

void ProcessPool::stopAll()
{
    const std::deque<Waiting> waiting = std::exchange(m_waiting, {});
    for (const Waiting& item : waiting) {
        ProcessEnd end;
        end.stopped = true;
        emit item.runner->finished(end);
        item.runner->deleteLater();
    }
    for (ProcessRunner* runner : m_running)
        runner->stop();
}

QVector<qint64> ProcessPool::leaders() const
{
    QVector<qint64> pids;
    for (const ProcessRunner* runner : m_running) {
        if (runner->pid() > 0)
            pids << runner->pid();
    }
    return pids;
}

}
