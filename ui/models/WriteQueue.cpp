// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/WriteQueue.h"

#include <deque>
#include <mutex>

namespace torchmason {

struct WriteQueue::Waiting {
    std::mutex mutex;
    std::deque<std::function<void()>> works; // the first one is at work

    void doFirst()
    {
        std::unique_lock lock(mutex);
        const std::function<void()> work = std::move(works.front());
        lock.unlock();
        work();
    }
    // Whether there is a next one.
    bool dropFirst()
    {
        const std::lock_guard lock(mutex);
        works.pop_front();
        return !works.empty();
    }
};

WriteQueue::WriteQueue(QObject* context)
    : m_context(context)
    , m_waiting(std::make_shared<Waiting>())
{
}

WriteQueue::~WriteQueue() = default;

void WriteQueue::add(std::function<void()> work)
{
    const std::lock_guard lock(m_waiting->mutex);
    m_waiting->works.push_back(std::move(work));
    if (m_waiting->works.size() > 1)
        return; // the thread that is at work goes on with it
    writePool().start([waiting = m_waiting] {
        do
            waiting->doFirst();
        while (waiting->dropFirst());
    });
}

}
