// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/OwnThread.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QList>

#include <mutex>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace torchmason {

void startBehind(QThread& thread)
{
#ifdef Q_OS_LINUX
    constexpr int niceness = 5; // a third of the time of those beside it
    QObject::connect(
        &thread, &QThread::started, &thread, [] { setpriority(PRIO_PROCESS, id_t(gettid()), niceness); },
        Qt::DirectConnection);
#endif
    thread.start(QThread::LowPriority);
}

namespace {

// Threads that were not waited for any longer. Of the main thread only.
QList<QThread*>& leftThreads()
{
    static QList<QThread*> threads;
    return threads;
}

// None of them may run while the application's own parts go, if its disk answers.
void waitForLeftThreads()
{
    const QDeadlineTimer deadline(1000); // milliseconds
    for (QThread* thread : std::as_const(leftThreads())) {
        if (thread->wait(deadline))
            delete thread;
    }
    leftThreads().clear();
}

}

void endThread(std::unique_ptr<QThread> thread)
{
    thread->quit();
    if (thread->wait(QDeadlineTimer(longestWaitForThread)))
        return;
    static std::once_flag once;
    std::call_once(once, [] { qAddPostRoutine(&waitForLeftThreads); });
    QThread* left = thread.release();
    leftThreads().append(left);
    QObject::connect(left, &QThread::finished, left, [left] {
        if (leftThreads().removeOne(left))
            left->deleteLater();
    });
}

}
