// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace torchmason {

// For starting builds and sending Stop. Not Qt's own pool: painting waits for a free thread of that one.
inline QThreadPool& buildPool()
{
    static auto* pool = new QThreadPool;
    return *pool;
}

// For work that walks folders or asks disks, which a dead network drive can hold up for minutes: never on
// the pool that starts builds and sends Stop. Lives to the end of the program, for nobody may wait for it.
inline QThreadPool& diskPool()
{
    static auto* pool = [] {
        auto* made = new QThreadPool;
        made->setMaxThreadCount(4);
        return made;
    }();
    return *pool;
}

// Runs `work` on a thread of the pool and hands its value to `done` on the main thread. Nothing is called
// once `context` is gone. `work` must own all that it touches.
template <typename Work, typename Done>
void runInBackground(QThreadPool& pool, QObject* context, Work work, Done done)
{
    QPointer<QObject> guard(context);
    pool.start([guard, work = std::move(work), done = std::move(done)]() mutable {
        auto value = work();
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [guard, done = std::move(done), value = std::move(value)]() mutable {
                if (guard)
                    done(std::move(value));
            },
            Qt::QueuedConnection);
    });
}

template <typename Work, typename Done> void runInBackground(QObject* context, Work work, Done done)
{
    runInBackground(buildPool(), context, std::move(work), std::move(done));
}

}
