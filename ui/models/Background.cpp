// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/Background.h"

namespace torchmason {

namespace {

constexpr int longestEnd = 5000; // milliseconds for each pool
constexpr int diskThreads = 4;

void finishPools()
{
    for (QThreadPool* pool : { &buildPool(), &diskPool() }) {
        pool->clear();
        pool->waitForDone(longestEnd);
    }
}

// Never taken down: a thread may hang longer than anybody can wait.
QThreadPool* makePool(int threads)
{
    static const bool isRegistered = [] {
        qAddPostRoutine(&finishPools);
        return true;
    }();
    Q_UNUSED(isRegistered);
    auto* pool = new QThreadPool;
    if (threads > 0)
        pool->setMaxThreadCount(threads);
    return pool;
}

}

QThreadPool& buildPool()
{
    static QThreadPool* const pool = makePool(0);
    return *pool;
}

QThreadPool& diskPool()
{
    static QThreadPool* const pool = makePool(diskThreads);
    return *pool;
}

}
