// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/Background.h"

namespace torchmason {

namespace {

constexpr int longestEnd = 5000; // milliseconds for each pool
constexpr int diskThreads = 4;
constexpr int writeThreads = 4; // each queue takes one at most
constexpr int buildThreads = 16; // one that waits for a disk costs nothing, and Stop must find a free one

void finishPools()
{
    for (QThreadPool* pool : { &buildPool(), &diskPool() })
        pool->clear();
    for (QThreadPool* pool : { &writePool(), &buildPool(), &diskPool() })
        pool->waitForDone(longestEnd);
    const std::scoped_lock lock(applicationEnd().mutex);
    applicationEnd().isNear = true;
}

// Never deleted: its destructor would wait for a thread that hangs.
QThreadPool* makePool(int threads)
{
    static const bool isRegistered = [] {
        qAddPostRoutine(&finishPools);
        return true;
    }();
    Q_UNUSED(isRegistered);
    auto* pool = new QThreadPool;
    pool->setMaxThreadCount(threads);
    return pool;
}

}

QThreadPool& buildPool()
{
    static QThreadPool* const pool = makePool(buildThreads);
    return *pool;
}

QThreadPool& diskPool()
{
    static QThreadPool* const pool = makePool(diskThreads);
    return *pool;
}

QThreadPool& writePool()
{
    static QThreadPool* const pool = makePool(writeThreads);
    return *pool;
}

ApplicationEnd& applicationEnd()
{
    static auto* const end = new ApplicationEnd; // never deleted, as the pools
    return *end;
}

LatestQuery::LatestQuery(QObject* context, Order order, std::chrono::milliseconds delay)
    : m_context(context)
    , m_order(order)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(delay);
    QObject::connect(&m_delay, &QTimer::timeout, context, [this] { startNext(); });
}

void LatestQuery::forget()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_next = {};
    m_key.clear();
}

void LatestQuery::startNext()
{
    if (m_next && !(m_isRunning && m_order == Order::OneByOne))
        std::exchange(m_next, {})();
}

}
