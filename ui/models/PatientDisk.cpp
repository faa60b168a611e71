// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/PatientDisk.h"

#include "core/base/DetachedThread.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace torchmason {

// Its thread may outlive the object, so both own it.
struct PatientDisk::State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> work;
    qint64 asked = 0;
    qint64 done = 0;
    bool hasThread = false; // most of them are never asked
    bool isLate = false;
    PatientDisk* owner = nullptr; // null when it has gone
};

PatientDisk::PatientDisk(QObject* parent)
    : QObject(parent)
    , m_state(std::make_shared<State>())
{
    m_state->owner = this;
}

PatientDisk::~PatientDisk()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->owner = nullptr;
    m_state->changed.notify_all();
}

// Until all is done and the owner has gone.
void PatientDisk::run(const std::shared_ptr<State>& state)
{
    std::unique_lock lock(state->mutex);
    while (state->owner || !state->work.empty()) {
        if (state->work.empty()) {
            state->changed.wait(lock);
            continue;
        }
        std::function<void()> next = std::move(state->work.front());
        state->work.pop_front();
        lock.unlock();
        next();
        next = nullptr; // what it owns goes here, too
        lock.lock();
        const bool isAll = ++state->done == state->asked;
        if (isAll && std::exchange(state->isLate, false) && state->owner)
            QMetaObject::invokeMethod(state->owner, &PatientDisk::answered, Qt::QueuedConnection);
        state->changed.notify_all();
    }
}

qint64 PatientDisk::add(std::function<void()> work)
{
    std::unique_lock lock(m_state->mutex);
    if (!m_state->hasThread) {
        m_state->hasThread = startDetached([state = m_state] { run(state); });
        if (!m_state->hasThread) { // it is done here
            lock.unlock();
            work();
            lock.lock();
            ++m_state->done;
            return ++m_state->asked;
        }
    }
    m_state->work.push_back(std::move(work));
    m_state->changed.notify_all();
    return ++m_state->asked;
}

bool PatientDisk::wait(qint64 number, std::chrono::milliseconds longest)
{
    std::unique_lock lock(m_state->mutex);
    const auto isDone = [this, number] { return m_state->done >= number; };
    if (m_state->isLate)
        return isDone();
    if (m_state->changed.wait_for(lock, longest, isDone))
        return true;
    m_state->isLate = true;
    QMetaObject::invokeMethod(this, &PatientDisk::late, Qt::QueuedConnection);
    return false;
}

bool PatientDisk::isLate() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->isLate;
}

bool PatientDisk::finish(std::chrono::milliseconds longest)
{
    std::unique_lock lock(m_state->mutex);
    return m_state->changed.wait_for(lock, longest, [this] { return m_state->done >= m_state->asked; });
}

}
