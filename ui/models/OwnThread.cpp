// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/OwnThread.h"

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

void endThread(std::unique_ptr<QThread> thread)
{
    constexpr int longest = 1000; // milliseconds
    thread->quit();
    if (!thread->wait(longest))
        (void)thread.release();
}

}
