// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace torchmason {

// For starting builds and sending Stop. Not Qt's own pool: painting waits for a free thread of that one.
// Both pools finish what they have begun when the application object goes, for a few seconds; who takes
// longer is left to leaveProgram().
QThreadPool& buildPool();

// For work that walks folders or asks disks, which a dead network drive can hold up for minutes: never on
// the pool that starts builds and sends Stop.
QThreadPool& diskPool();

// Runs `work` on a thread of the pool and hands its value to `done` on the main thread. Nothing is called
// once `context` is gone. `work` must own all that it touches.
template <typename Work, typename Done>
void runInBackground(QThreadPool& pool, QObject* context, Work work, Done done)
{
    QPointer<QObject> guard(context);
    pool.start([guard, work = std::move(work), done = std::move(done)]() mutable {
        auto value = work();
        QCoreApplication* const application = QCoreApplication::instance();
        if (!application)
            return;
        QMetaObject::invokeMethod(
            application,
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
