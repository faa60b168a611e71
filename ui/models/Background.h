// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace torchmason {

// Runs `work` on a pool thread and hands its value to `done` on the main thread. Nothing is called once
// `context` is gone. `work` must own all that it touches.
template <typename Work, typename Done>
void runInBackground(QObject* context, Work work, Done done)
{
    QPointer<QObject> guard(context);
    QThreadPool::globalInstance()->start([guard, work = std::move(work), done = std::move(done)]() mutable {
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

}
